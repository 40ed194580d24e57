import { addressOfPage, pagePaths } from '@portal/contract/paths'

/** The pages of this app by name. Every link uses these. */
export const paths = pagePaths

let consolePath: string = paths.adminLogin

/** Where the console's login is at this utility. */
export function setConsolePath(path: string): void {
  consolePath = path
}

/** What a browser shows for a page of `paths`. */
export function shownAddress(page: string): string {
  return addressOfPage(page, consolePath)
}

const known: ReadonlySet<string> = new Set(Object.values(paths))

/** Whether an address from the utility profile can be linked to: one of our pages, or an https address. */
export function leadsSomewhere(to: string): boolean {
  return known.has(to) || to.startsWith('https://')
}
