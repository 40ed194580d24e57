/**
 * Finds every run of at least that many digits with nothing but spaces and dashes between them: anything that could be
 * a card number, however it is spaced.
 */
export function longDigits(least: number): RegExp {
  return new RegExp(String.raw`\d(?:[ -]*\d){${least - 1},}`, 'g')
}

/** What a text of the domain `scrubbed_text` must not contain (migration 0004). */
export const refusedDigits = longDigits(13)
