import { copyValue } from '../format/lines.ts'
import type { SkippedRecord } from '../import/extract-reader.ts'
import { RefusedExtract } from '../import/read-lines.ts'
import { type Column, type FileKind, fileColumns } from './columns.ts'
import { addends, parseExpression, textFormula } from './computed.ts'
import { type Fault, amountReader } from './forms.ts'
import type { LayoutFile, Place } from './layout-file.ts'
import { SpreadsheetDamage, valueReader } from './read-values.ts'
import { longestRow, splitQuoted } from './split-lines.ts'

/** The columns of a line, or the line itself where they are counted in characters. */
interface Row {
  fields: readonly string[]
  line: string
}

type Get = (row: Row) => string

/** By column, how a value becomes a digest. A secret column that is not here is not read. */
export type Secrets = ReadonlyMap<string, (value: string) => string>

interface RowSink {
  /** For COPY, without its newline: the line number, then every column of the file. */
  row(row: string): void
  /** A row that is left out. */
  skip(record: SkippedRecord): void
}

/** Reads the mapped columns of one file, in constant memory; what else stands there is never kept. */
export class RowReader {
  readonly #kind: FileKind
  readonly #layout: LayoutFile
  readonly #near: number
  readonly #sink: RowSink
  readonly #secrets: Secrets
  #columns: { name: string; read: (row: Row) => string | Fault; hasValue: boolean }[] | null = null
  #isOfType: (row: Row) => boolean = () => true
  /** Of every line, so that a missing or an additional delimiter shows. */
  #width = 0
  /** Lines whose column in quotes goes on, and where they begin. */
  #open = ''
  #openSince = 0
  #rows = 0

  constructor(kind: FileKind, layout: LayoutFile, near: number, sink: RowSink, secrets: Secrets = new Map()) {
    this.#kind = kind
    this.#layout = layout
    this.#near = near
    this.#sink = sink
    this.#secrets = secrets
    if (!layout.header) this.#map(null)
  }

  /** So far, with those left out. */
  get rows(): number {
    return this.#rows
  }

  /** Columns in which a row that was read had a value. */
  get columnsWithValues(): string[] {
    return (this.#columns ?? []).flatMap(({ name, hasValue }) => (hasValue ? [`${this.#kind}.${name}`] : []))
  }

  /** @throws RefusedExtract for what makes the whole file worth nothing */
  read(line: string, lineNumber: number): void {
    const isOpen = this.#openSince > 0
    if (line === '' && !isOpen) return
    const whole = isOpen ? `${this.#open}\n${line}` : line
    const fields = this.#fieldsOf(whole, isOpen ? this.#openSince : lineNumber)
    if (fields === null) return
    const started = isOpen ? this.#openSince : lineNumber
    this.#openSince = 0
    if (this.#columns === null) return this.#map(fields)
    if (this.#width === 0) this.#width = fields.length
    // A stray quote would hide the lines up to the next one.
    if (isOpen && fields.length !== this.#width) throw this.#neverClosed(started)
    this.#readRow({ fields, line: whole }, started)
  }

  /** @throws RefusedExtract when a quote is still open, or there was no header */
  end(): void {
    if (this.#openSince > 0) throw this.#neverClosed(this.#openSince)
    if (this.#columns === null) throw new RefusedExtract(`The file of ${this.#kind} is empty`)
  }

  #fieldsOf(line: string, lineNumber: number): string[] | null {
    const { fixed, quotes, delimiter } = this.#layout
    if (fixed) return []
    if (!quotes || !line.includes('"')) return line.split(delimiter)
    try {
      const fields = splitQuoted(line, delimiter)
      if (fields !== null) return fields
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      if (this.#openSince > 0) throw this.#neverClosed(lineNumber)
      // Too few columns, so the row is left out.
      return []
    }
    if (line.length > longestRow) throw this.#neverClosed(lineNumber)
    this.#open = line
    this.#openSince = lineNumber
    return null
  }

  #neverClosed(lineNumber: number): RefusedExtract {
    return new RefusedExtract(
      `A quote that begins in line ${lineNumber} of ${this.#kind} does not end where its column does`,
    )
  }

  #readRow(row: Row, lineNumber: number): void {
    const isWide = !this.#layout.fixed && row.fields.length !== this.#width
    if (!isWide && !this.#isOfType(row)) return
    this.#rows++
    if (isWide) return this.#skip(lineNumber, `the line has ${row.fields.length} columns instead of ${this.#width}`)
    let copied = String(lineNumber)
    for (const column of this.#columns ?? []) {
      const value = this.#valueOf(row, column.read, lineNumber)
      if (typeof value !== 'string') return this.#skip(lineNumber, `${column.name} ${value.fault}`)
      if (value !== '') column.hasValue = true
      copied += `|${copyValue(value)}`
    }
    this.#sink.row(copied)
  }

  #valueOf(row: Row, read: (row: Row) => string | Fault, lineNumber: number): string | Fault {
    try {
      return read(row)
    } catch (error) {
      if (!(error instanceof SpreadsheetDamage)) throw error
      throw new RefusedExtract(
        `Line ${lineNumber} of ${this.#kind} has an account number as a spreadsheet writes it. Export the file again, and do not open it in Excel`,
      )
    }
  }

  #skip(lineNumber: number, reason: string): void {
    this.#sink.skip({ lineNumber, recordType: this.#kind, key: null, reason })
  }

  /** @param header the names in the first line */
  #map(header: readonly string[] | null): void {
    const names = header?.map((name) => name.trim()) ?? []
    this.#width = names.length
    const { recordType } = this.#layout
    if (recordType) {
      const get = this.#getter(recordType.at, names)
      const kinds = [recordType.is].flat()
      this.#isOfType = (row) => kinds.includes(get(row))
    }
    this.#columns = fileColumns[this.#kind].map((column: Column) => ({
      name: column.name,
      read: column.isSecret ? this.#secretOf(column, names) : this.#readerOf(column, names),
      hasValue: false,
    }))
  }

  #secretOf(column: Column, names: readonly string[]): (row: Row) => string | Fault {
    const digest = this.#secrets.get(column.name)
    if (!digest) return () => ''
    const read = this.#readerOf(column, names)
    return (row) => {
      const value = read(row)
      return typeof value === 'string' && value !== '' ? digest(value) : value
    }
  }

  #readerOf(column: Column, names: readonly string[]): (row: Row) => string | Fault {
    const { date, amount, constant, compute, columns } = this.#layout
    const read = valueReader(column, { date, amount, near: this.#near })
    const computed = compute[column.name]
    if (computed !== undefined) {
      const expression = parseExpression(computed)
      if (column.kind === 'amount') return this.#sumOf(addends(expression), names)
      const formula = textFormula<Row>(expression, (name) => this.#named(name, names))
      return (row) => read(formula(row).trim())
    }
    const same = constant[column.name]
    if (same !== undefined) {
      const value = read(same)
      return () => value
    }
    const isThere = columns ? columns[column.name] !== undefined : names.includes(column.name) || column.isRequired
    if (!isThere) return () => ''
    const get = this.#named(column.name, names)
    const place = columns?.[column.name]
    // A number whose last digits are missing is another number.
    if (column.kind !== 'amount' || !Array.isArray(place)) return (row) => read(get(row))
    const [from, to] = place
    return (row) =>
      row.line.length >= from && row.line.length < to ? { fault: 'ends before its last character' } : read(get(row))
  }

  /** In exact cents. */
  #sumOf(parts: readonly { name: string; isAdded: boolean }[], names: readonly string[]): (row: Row) => string | Fault {
    const read = amountReader(this.#layout.amount)
    const getters = parts.map(({ name, isAdded }) => ({ name, isAdded, get: this.#named(name, names) }))
    return (row) => {
      let sum = 0
      for (const { name, isAdded, get } of getters) {
        const value = get(row)
        const cents = value === '' ? { fault: 'is empty' } : read(value)
        if (typeof cents !== 'number') return { fault: `cannot be computed: ${name} ${cents.fault}` }
        sum += isAdded ? cents : -cents
      }
      return String(sum)
    }
  }

  #named(name: string, names: readonly string[]): Get {
    const { columns } = this.#layout
    return this.#getter(columns ? (columns[name] ?? name) : name, names)
  }

  /** Without the blanks around it. */
  #getter(place: Place, names: readonly string[]): Get {
    if (Array.isArray(place)) {
      const [from, to] = place
      return ({ line }) => line.slice(from - 1, to).trim()
    }
    if (typeof place === 'number') return ({ fields }) => fields[place - 1]?.trim() ?? ''
    const at = names.indexOf(place)
    if (at < 0) throw new RefusedExtract(`The file of ${this.#kind} has no column ${place} in its first line`)
    if (names.includes(place, at + 1)) throw new RefusedExtract(`The file of ${this.#kind} has two columns ${place}`)
    return ({ fields }) => fields[at]?.trim() ?? ''
  }
}
