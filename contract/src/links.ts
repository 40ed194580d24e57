/** Where a link in a text may lead: a page by https, an e-mail address, a telephone. Everything else is no link. */
export function isSafeLink(address: string): boolean {
  return URL.canParse(address) && ['https:', 'mailto:', 'tel:'].includes(new URL(address).protocol)
}
