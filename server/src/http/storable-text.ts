/** How deep a body may nest: far deeper than any call of the contract needs, and shallow enough for recursion. */
const deepest = 50

/**
 * Whether everything that was sent can be stored. The database cannot store NUL or half of a surrogate pair (no
 * keyboard makes either), and nothing may nest so deep that reading it overflows the stack.
 * @param sent as parsed from JSON or a query
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
