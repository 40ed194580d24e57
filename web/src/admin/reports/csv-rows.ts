const quote = 0x22
const lineFeed = 0x0a

/**
 * Counts the rows of a CSV file that arrives in pieces, without the heading. A line feed within quotation marks does
 * not end a row.
 * @returns a function that takes the next piece and returns the number of rows so far
 */
export function csvRows(): (piece: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (piece) => {
    for (const byte of piece) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines += 1
    }
    return Math.max(0, lines - 1)
  }
}
