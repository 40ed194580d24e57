import { pagePaths } from '@portal/contract/paths'

/** The pages of this app by name. Every link uses these. */
export const paths = pagePaths

const known: ReadonlySet<string> = new Set(Object.values(paths))

/** Whether an address from the utility profile can be linked to: one of our pages, or an https address. */
export function leadsSomewhere(to: string): boolean {
  return known.has(to) || to.startsWith('https://')
}
