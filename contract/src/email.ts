import { z } from 'zod'
import { typedName } from './text.ts'

/** In octets, before the @ and in all (RFC 5321 §4.5.3.1, §4.5.3.1.3). */
const longestLocalPart = 64
const longestAddress = 254

/** `Bücher.example` → `xn--bcher-kva.example`; empty for what is no domain. */
function asciiDomain(domain: string): string {
  if (/^[\x21-\x7E]*$/.test(domain)) return domain
  // Anything else would end the host and begin another part of the address.
  if (/[/?#@:\\\s[\]]/.test(domain)) return ''
  try {
    return new URL(`https://${domain}`).hostname
  } catch {
    return ''
  }
}

function sendable(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`
}

function canArrive(address: string): boolean {
  if (address.length > longestAddress || !z.email().safeParse(address).success) return false
  const [local = '', domain = ''] = address.split('@')
  return local.length <= longestLocalPart && domain.split('.').every(isLabel)
}

/** RFC 1035 §2.3.4, RFC 1123 §2.1. */
function isLabel(label: string): boolean {
  return label.length <= 63 && !label.endsWith('-')
}

/** Domains are stored as mail travels; before the @ only ASCII, as few servers take SMTPUTF8 (RFC 6531). */
export const emailOrNothing = (invalid: string) =>
  z
    .string()
    .overwrite(typedName)
    .max(longestAddress, invalid)
    .transform(sendable)
    .refine((address) => address === '' || canArrive(address), invalid)

export const emailAddress = (required: string, invalid: string) =>
  z.string().overwrite(typedName).min(1, required).pipe(emailOrNothing(invalid))
