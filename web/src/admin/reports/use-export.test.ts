import { expect, test } from 'vitest'
import { csvRows } from './use-export.ts'

/** The number of rows after each of these pieces. */
function counted(...pieces: string[]): number[] {
  const count = csvRows()
  return pieces.map((piece) => count(new TextEncoder().encode(piece)))
}

test.each([
  ['nothing yet', ['Id,Na'], [0]],
  ['the heading alone', ['Id,Name\n'], [0]],
  ['rows, wherever a piece ends', ['Id,Name\n1,a', 'na\n2,ben\n', '3,cy\n'], [0, 2, 3]],
  ['a line feed between quotation marks', ['Id,Name\n1,"a\nb"\n2,c\n'], [2]],
  ['quotation marks within quotation marks', ['Id,Name\n1,"say ""a', '\nb"""\n2,c\n'], [0, 2]],
])('counts %s', (_what, pieces, rows) => {
  expect(counted(...pieces)).toEqual(rows)
})
