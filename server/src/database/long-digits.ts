/** Spaces and dashes between the digits count as nothing: that finds card numbers, however they are spaced. */
export function longDigits(least: number): RegExp {
  return new RegExp(String.raw`\d(?:[ -]*\d){${least - 1},}`, 'g')
}

/** What a text of the domain `scrubbed_text` must not contain. */
export const refusedDigits = longDigits(13)

/** Thirteen digits or more, which no column would accept. The second line of defense (P1). */
export function scrub(text: string): string {
  return text.replace(refusedDigits, '[removed]')
}

export function scrubOrNull(text: string | null): string | null {
  return text === null ? null : scrub(text)
}
