import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, PageFiles, pageFilesName } from '@portal/contract/page-files'
import type { PortalStart } from '@portal/contract/utility'

/** Makes the preload links for the HTML of a page: the files and calls that the page at an address starts with. */
type PageLinks = (address: string, start: Pick<PortalStart, 'signedIn' | 'callOrigins'>) => string

/**
 * Reads which files and calls each page of the built web app starts with. Because the HTML names them, the browser
 * fetches them all at once. Otherwise it would learn of each script from the one before, and of the data from the last
 * script.
 */
export function readPageLinks(folder: string): PageLinks {
  const file = join(folder, pageFilesName)
  const read = existsSync(file) ? PageFiles.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
  const pages = new Map(Object.entries(read))
  return (address, { signedIn, callOrigins = {} }) => {
    const [path = '', search] = address.split('?')
    const query = new URLSearchParams(search)
    const found = pages.get(path)
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

/**
 * `crossorigin` must match the later request: module scripts are fetched without credentials, calls with them (R28),
 * even from our own origin. Otherwise the browser does not use what it has preloaded.
 */
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
