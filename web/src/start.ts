import { type PortalStart, portalStartElement } from '@portal/contract/utility'

/**
 * Reads the start data that the server wrote into the page.
 * @throws Error when the page did not come from the portal's server
 */
export function readStart(document: Document): PortalStart {
  const start: unknown = JSON.parse(document.getElementById(portalStartElement)?.textContent ?? 'null')
  if (!isPortalStart(start)) throw new Error('The page carries no start data')
  return start
}

/**
 * Checks only a little: our own server wrote the data for this very build, and checking every field would need the
 * schema library on the first page.
 */
function isPortalStart(start: unknown): start is PortalStart {
  if (typeof start !== 'object' || start === null) return false
  return 'profile' in start && 'maintenance' in start && 'year' in start && 'month' in start
}
