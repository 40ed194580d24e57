import { Readable } from 'node:stream'

/** Without it, a spreadsheet takes the file for one in the machine's old encoding. */
const byteOrderMark = '\uFEFF'

/** A file for spreadsheets, in which no text becomes a formula. */
export function csvFile(heading: readonly string[], rows: readonly (readonly (string | number)[])[]): Readable {
  const lines = [heading, ...rows].map((row) => row.map(cell).join(','))
  return Readable.from([`${byteOrderMark}${lines.join('\n')}\n`])
}

/** Also in full width, and after what a spreadsheet leaves out; `spreadsheet_safe` of the database has the same. */
const beginsFormula = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = beginsFormula.test(value) ? `'${value}` : value
  return /[",\n\r']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
