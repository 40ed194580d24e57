/** Completes an address typed without its protocol: an e-mail address, a phone number, or a web page. */
export function linkAddress(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text
  if (/^[^\s@/]+@[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^\+?[\d\s().-]{7,}$/.test(text)) return `tel:${text.replaceAll(/[^\d+-]/g, '')}`
  return /\s/.test(text) || !text.includes('.') ? text : `https://${text}`
}
