/** How deep what people send may nest: far deeper than anything in the contract does, and no danger to who walks it. */
const deepest = 50

/**
 * Whether everything in what was sent can be kept: the database takes no NUL and no half of a surrogate pair, which no keyboard
 * makes either, and nothing may nest so deep that reading it would end in a stack overflow.
 * @param sent as it was parsed from JSON or a query
 */
export function isStorable(sent: unknown): boolean {
  let level = [sent]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest || level.some((value) => typeof value === 'string' && !isText(value))) return false
    level = level.flatMap(inside)
  }
  return true
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function inside(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.entries(value).flat() : []
}
