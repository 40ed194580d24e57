import { plainDigits } from './text.ts'

/**
 * The texts about contact details that sign-up and Edit Account share (C§5). Where their wordings differ, each form has
 * its own.
 */
export const contactTexts = {
  emailRequired: 'Please enter your Email Address!',
  onePhone: 'Please fill atleast 1 contact number!',
} as const

/** Ten digits, with or without parentheses around the area code, and a dash, dot or space between the groups (C§5). */
const phonePattern = /^(?:\(\d{3}\)|\d{3})[-. ]?\d{3}[-. ]?\d{4}$/

/** Whether this can be a phone number (C§5). */
export function isPhone(text: string): boolean {
  return phonePattern.test(plain(text))
}

/**
 * The number with plain digits, spaces and dashes. A copied number may have other kinds of them, and the invisible
 * direction marks that phones put around numbers.
 */
function plain(text: string): string {
  return plainDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
}

/** A phone number as the portal stores it: `(671) 555 0101` → `671-555-0101`. Any other text is returned trimmed. */
export function storedPhone(text: string): string {
  if (!isPhone(text)) return text.trim()
  return plain(text)
    .replaceAll(/\D/g, '')
    .replace(/^(\d{3})(\d{3})/, '$1-$2-')
}
