/**
 * The texts about how to reach a customer that sign-up and edit account share (C§5); each form words some its own way.
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
 * The number as somebody would type it: copied ones contain other spaces and dashes, and the invisible direction marks
 * that phones put around them.
 */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
}

/** A phone number as the portal stores it: `(671) 555 0101` → `671-555-0101`. Anything else comes back trimmed. */
export function storedPhone(text: string): string {
  if (!isPhone(text)) return text.trim()
  return text.replaceAll(/\D/g, '').replace(/^(\d{3})(\d{3})/, '$1-$2-')
}
