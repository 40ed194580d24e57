/**
 * Finds every run of at least that many digits with nothing but spaces and dashes between them: anything that could be
 * a card number, however it is spaced.
 */
export function longDigits(least: number): RegExp {
  return new RegExp(String.raw`\d(?:[ -]*\d){${least - 1},}`, 'g')
}

/** What a text of the domain `scrubbed_text` must not contain (migration 0004). */
export const refusedDigits = longDigits(13)

/**
 * Blanks anything in a text that could be a card number: thirteen digits or more, however they are spaced, which no
 * column would accept. Texts of partners are copied from a whitelist already; this is the second line of defense (P1).
 */
export function scrub(text: string): string {
  return text.replace(refusedDigits, '[removed]')
}

/** The same for a text that may be null. */
export function scrubOrNull(text: string | null): string | null {
  return text === null ? null : scrub(text)
}
