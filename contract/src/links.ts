/** Whether a link in a text is allowed: a page by https, an e-mail address or a telephone number. */
export function isSafeLink(address: string): boolean {
  return URL.canParse(address) && ['https:', 'mailto:', 'tel:'].includes(new URL(address).protocol)
}
