import { type FieldValue, extractLine, unescapeField } from '../extract/extract-line.ts'

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
