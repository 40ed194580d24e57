const escapeOf: Record<string, string> = { '\\': '\\\\', '|': '\\p', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const emailOf: Record<string, string> = { '\\\\': '\\', '\\p': '|', '\\n': '\n', '\\r': '\r', '\\t': '\t' }

/** One field as it is written in an extract. Every bar in it is escaped, so a bare bar always separates fields. */
export function escapeField(value: string): string {
  return /[\\|\n\r\t]/.test(value) ? value.replace(/[\\|\n\r\t]/g, (email) => escapeOf[email] ?? email) : value
}

/** The reverse of `escapeField`. Other escapes stay as they are; `faultOf` reports them. */
export function unescapeField(value: string): string {
  return value.includes('\\') ? value.replace(/\\./g, (escape) => emailOf[escape] ?? escape) : value
}

/** A value from which a field can be made: not escaped yet, and null for an empty field. */
type FieldValue = string | number | boolean | null

/** A line of an extract, without its newline. */
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

/**
 * The fields of a line, still escaped. Its first five characters are the record type and a bar. An extract has millions
 * of lines, and `split` would take twice as long.
 */
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

/** How COPY reads the rows that are made here: its text format, with the bars of the extract between the columns. */
export const copyOptions = "format text, delimiter '|', null ''"

/**
 * Turns a record's line into a row for COPY. All escapes are the same in both formats, except that of the bar, so most
 * lines stay as they are.
 * @param line a line without control characters; its first five characters are the record type and a bar.
 */
export function copyRow(line: string): string {
  const row = line.slice(5)
  return row.includes('\\') ? row.replace(/\\./g, (escape) => (escape === '\\p' ? '\\|' : escape)) : row
}

/** One value for a row of COPY. It has no control characters. */
export function copyValue(value: string): string {
  return value.replace(/[\\|]/g, '\\$&')
}

/** One type of line in the files for the billing system, with named columns (docs/extract-format.md). */
interface LineType<Column extends string> {
  /** The line without its newline. */
  write(values: Record<Column, FieldValue>): string
  /**
   * Reads the columns of a line by name; a column after the end of the line is empty. Null when the line is of another
   * type.
   */
  read(line: string): ((column: Column) => string) | null
}

/** @param columns their names, in the order in which they follow the record type */
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

/**
 * The lines of a file for the billing system.
 * @param name what to call the file in an error
 * @throws Error when the file does not end with a newline, because it was cut off.
 */
export function linesOfFile(text: string, name: string): string[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error(`The ${name} does not end with a newline`)
  return lines
}
