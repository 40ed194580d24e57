import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, PageFiles, pageFilesName } from '@portal/contract/page-files'
import { pageAt } from '@portal/contract/paths'
import type { PortalStart } from '@portal/contract/utility'

/** For the HTML of the page at an address: the files and calls it starts with. */
type PageLinks = (
  address: string,
  start: Pick<PortalStart, 'signedIn' | 'callOrigins'> & { profile: Pick<PortalStart['profile'], 'consolePath'> },
) => string

/** Named in the HTML, they are fetched at once, not one after the other. */
export function readPageLinks(folder: string): PageLinks {
  const file = join(folder, pageFilesName)
  const read = existsSync(file) ? PageFiles.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
  const pages = new Map(Object.entries(read))
  return (address, { signedIn, callOrigins = {}, profile }) => {
    const [path = '', search] = address.split('?')
    const query = new URLSearchParams(search)
    const found = pages.get(pageAt(path, profile.consolePath) ?? '')
    if (!found || !isMeant(found.audience, signedIn, query)) return ''
    const view = new Map(Object.entries(found.views)).get(query.get('view') ?? '')
    return linksTo(found.page, callOrigins) + (view ? linksTo(view, callOrigins) : '')
  }
}

/** Somebody who is about to be redirected must not load this page first. */
function isMeant(
  audience: PageFiles[string]['audience'],
  { customer, admin }: PortalStart['signedIn'],
  query: URLSearchParams,
): boolean {
  if (audience === 'customer') return customer
  if (audience === 'administrator') return admin
  if (audience === 'payer') return query.has('id') || query.has('key')
  return audience === 'anyone' || !customer
}

/** `crossorigin` must match the later request (R28), or the browser drops what it preloaded. */
function linksTo(
  { scripts, styles, laterScripts, laterStyles, calls }: Files,
  origins: NonNullable<PortalStart['callOrigins']>,
): string {
  return [
    ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    ...calls.map(
      ({ group, path }) =>
        `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${origins[group] ?? ''}${path}">`,
    ),
    ...laterScripts.map((name) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${name}">`),
    ...laterStyles.map((name) => `<link rel="preload" as="style" crossorigin fetchpriority="low" href="/${name}">`),
  ].join('')
}
