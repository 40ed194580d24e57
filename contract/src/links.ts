import { isStorableText } from './text.ts'

/** https, mail or telephone. No user name (text before an @ looks like the host), nothing the database cannot store. */
export function isSafeLink(address: string): boolean {
  const url = isStorableText(address) ? urlOf(address) : null
  return url !== null && /^(https|mailto|tel):$/.test(url.protocol) && !url.username && !url.password
}

/** Null for what is no address. `URL.parse` and `URL.canParse` are too new (web/build/browsers.ts). */
export function urlOf(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
