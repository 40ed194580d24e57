const escapeOf: Record<string, string> = { '\\': '\\\\', '|': '\\p', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const characterOf: Record<string, string> = { '\\\\': '\\', '\\p': '|', '\\n': '\n', '\\r': '\r', '\\t': '\t' }

/** Escapes every bar, so that a bare one always separates fields. */
export function escapeField(value: string): string {
  return /[\\|\n\r\t]/.test(value)
    ? value.replace(/[\\|\n\r\t]/g, (character) => escapeOf[character] ?? character)
    : value
}

/** Other escapes stay as they are; `faultOf` reports them. */
export function unescapeField(value: string): string {
  return value.includes('\\') ? value.replace(/\\./g, (escape) => characterOf[escape] ?? escape) : value
}

/** Not escaped yet; null for an empty field. */
type FieldValue = string | number | boolean | null

/** Without its newline. */
export function extractLine(recordType: string, values: readonly FieldValue[]): string {
  let line = recordType
  for (const value of values) line += `|${fieldOf(value)}`
  return line
}

function fieldOf(value: FieldValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Y' : 'N'
  return typeof value === 'number' ? String(value) : escapeField(value)
}

/** Still escaped, after record type and bar. `split` would take twice as long for millions of lines. */
export function fieldsOf(line: string): string[] {
  const fields: string[] = []
  let from = 5
  for (let bar = line.indexOf('|', from); bar >= 0; bar = line.indexOf('|', from)) {
    fields.push(line.slice(from, bar))
    from = bar + 1
  }
  fields.push(line.slice(from))
  return fields
}

/** The rows made here, in text format, with the extract's bars. */
export const copyOptions = "format text, delimiter '|', null ''"

/** Both formats have the same escapes but the bar's. @param line without control characters */
export function copyRow(line: string): string {
  const row = line.slice(5)
  return row.includes('\\') ? row.replace(/\\./g, (escape) => (escape === '\\p' ? '\\|' : escape)) : row
}

/** Has no control characters. */
export function copyValue(value: string): string {
  return value.includes('|') || value.includes('\\') ? value.replace(/[\\|]/g, '\\$&') : value
}

/** With named columns (docs/extract-format.md). */
interface LineType<Column extends string> {
  /** Without the newline. */
  write(values: Record<Column, FieldValue>): string
  /** Columns by name, empty after the line's end; null for a line of another type. */
  read(line: string): ((column: Column) => string) | null
}

/** @param columns in the order in which they follow the record type */
export function lineType<Column extends string>(recordType: string, columns: readonly Column[]): LineType<Column> {
  const places = new Map(columns.map((column, index) => [column, index + 1]))
  return {
    write: (values) =>
      extractLine(
        recordType,
        columns.map((column) => values[column]),
      ),
    read(line) {
      const fields = line.split('|')
      return fields[0] === recordType ? (column) => unescapeField(fields[places.get(column) ?? 0] ?? '') : null
    },
  }
}

/** @throws Error when the file does not end with a newline, because it was cut off */
export function linesOfFile(text: string, name: string): string[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error(`The ${name} does not end with a newline`)
  return lines
}
