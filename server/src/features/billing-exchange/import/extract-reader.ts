import { receiptPattern } from '@portal/contract/ids'
import { billHead, billTreeRecords } from '../format/bill-records.ts'
import { type ControlTotals, controlTotals } from '../format/control-totals.ts'
import {
  type LedgerTable,
  type RecordLayout,
  account,
  fieldIndex,
  header,
  lineCount,
  personCharacteristic,
  rowRecords,
  trailer,
} from '../format/extract-records.ts'
import { faultOf } from '../format/fields.ts'
import { copyRow, fieldsOf } from '../format/lines.ts'
import { BillTree } from './bill-tree.ts'
import { type ExtractHeader, RefusedExtract } from './read-lines.ts'

interface ExtractSink {
  /** For COPY, without its newline. */
  row(table: LedgerTable, row: string): void
  /** A record that is left out. */
  skip(record: SkippedRecord): void
}

/** Of its content, only the key and a receipt number are kept. */
export interface SkippedRecord {
  /** Null when the fault showed only in comparison with other records. */
  lineNumber: number | null
  recordType: string
  key: string | null
  reason: string
  /** One that could be the portal's, if the record carries any. */
  receipt?: string
}

/** Security data of the old portal; the product keeps its own, hashed. */
const refusedCharacteristics = new Set(['CMSCQUES', 'CMSCAN', 'WPCOUNT'])

const characteristicType = fieldIndex(personCharacteristic, 'characteristic_type')
const accountDivision = fieldIndex(account, 'division')
const accountBalance = fieldIndex(account, 'balance_cents')
const accountNewCharges = fieldIndex(account, 'new_charges_cents')
const accountArrears = ['arrears_30_cents', 'arrears_60_cents', 'arrears_90_cents', 'arrears_older_cents'].map(
  (fieldName) => fieldIndex(account, fieldName),
)

const rowLayouts = new Map(rowRecords.map((layout) => [layout.type, layout]))
const billLayouts = new Map(billTreeRecords.map((layout) => [layout.type, layout]))

/** After the header, in constant memory; control totals are compared with the trailer. */
export class ExtractReader {
  readonly #sink: ExtractSink
  readonly #division: string
  readonly #totals: ControlTotals = controlTotals()
  #bill: BillTree | null = null
  #hasEnded = false
  /** So far; a bill with everything below it is one. */
  records = 0

  constructor(head: ExtractHeader, sink: ExtractSink) {
    this.#division = head.division
    this.#sink = sink
  }

  /** @throws RefusedExtract for wrong totals, a second header, or lines after the trailer */
  read(line: string, lineNumber: number): void {
    if (this.#hasEnded) throw new RefusedExtract(`The file continues after its trailer, in line ${lineNumber}`)
    const recordType = line.slice(0, 4)
    if (recordType === header.type) throw new RefusedExtract(`There is a second header in line ${lineNumber}`)
    const fields = fieldsOf(line)
    if (recordType === lineCount.type || recordType === trailer.type)
      return this.#readControl(recordType, fields, lineNumber)
    this.#totals.count(recordType, fields)
    const billLayout = billLayouts.get(recordType)
    if (billLayout) return this.#readBillLine(billLayout, line, fields, lineNumber)
    this.#closeUnendedBill()
    this.records++
    if (recordType === billHead.type) return this.#openBill(line, fields, lineNumber)
    this.#readRow(recordType, line, fields, lineNumber)
  }

  /** @throws RefusedExtract when there was no trailer */
  end(): void {
    if (!this.#hasEnded) throw new RefusedExtract('The file has no trailer: it was cut off')
  }

  #readRow(recordType: string, line: string, fields: readonly string[], lineNumber: number): void {
    const layout = rowLayouts.get(recordType)
    const left = layout?.newFields && fields.length === layout.fields.length - layout.newFields ? layout.newFields : 0
    const whole = left > 0 ? [...fields, ...Array<string>(left).fill('')] : fields
    const fault = layout ? (lineFault(layout, line, whole) ?? this.#ruleFault(layout, whole)) : 'unknown record type'
    if (layout && !fault) this.#sink.row(layout.table, copyRow(line + '|'.repeat(left)))
    else {
      const [key] = fields
      const receipt = fields.find((field) => receiptPattern.test(field))
      this.#skip(recordType, key, fault ?? '', lineNumber, receipt)
    }
  }

  #ruleFault(layout: RecordLayout, fields: readonly string[]): string | null {
    if (layout.table === 'account') return accountFault(fields, this.#division)
    if (layout.table !== 'person_characteristic') return null
    return refusedCharacteristics.has(fields[characteristicType] ?? '')
      ? 'an extract must not contain security data'
      : null
  }

  #openBill(line: string, fields: readonly string[], lineNumber: number): void {
    this.#bill = new BillTree(fields, lineNumber)
    const fault = lineFault(billHead, line, fields)
    if (fault) this.#bill.fault = fault
  }

  #readBillLine(layout: RecordLayout, line: string, fields: readonly string[], lineNumber: number): void {
    const bill = this.#bill
    if (!bill) {
      this.records++
      return this.#skip(layout.type, null, 'a line of a bill stands outside a bill', lineNumber)
    }
    const fault = lineFault(layout, line, fields)
    // An end line that cannot be read leaves the tree open; the next line closes it.
    if (fault) return bill.refuse(`record type ${layout.type}: ${fault}`)
    if (!bill.add(layout.type, fields)) return
    this.#bill = null
    if (bill.fault) this.#skip(billHead.type, bill.billId, bill.fault, bill.lineNumber)
    else this.#sink.row('bill', bill.row())
  }

  #closeUnendedBill(): void {
    if (!this.#bill) return
    const { billId, fault, lineNumber } = this.#bill
    this.#skip(billHead.type, billId, fault ?? 'it has no end', lineNumber)
    this.#bill = null
  }

  #readControl(recordType: string, fields: readonly string[], lineNumber: number): void {
    this.#closeUnendedBill()
    const layout = recordType === trailer.type ? trailer : lineCount
    const fault = lineFault(layout, '', fields)
    if (fault) throw new RefusedExtract(`The control totals in line ${lineNumber} cannot be read: ${fault}`)
    if (recordType === lineCount.type) return this.#totals.announce(fields)
    this.#totals.verify(fields)
    this.#hasEnded = true
  }

  #skip(
    recordType: string,
    key: string | null | undefined,
    reason: string,
    lineNumber: number,
    receipt?: string,
  ): void {
    this.#sink.skip({ lineNumber, recordType, key: safeKey(key), reason, ...(receipt !== undefined && { receipt }) })
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
export const controlCharacters = /[\u0000-\u001f\u007f]/

function lineFault(layout: RecordLayout, line: string, fields: readonly string[]): string | null {
  if (fields.length !== layout.fields.length) return `it has ${fields.length} fields instead of ${layout.fields.length}`
  if (controlCharacters.test(line)) return 'it has a control character'
  for (let at = 0; at < fields.length; at++) {
    const field = layout.fields[at]
    const fault = field && faultOf(field, fields[at] ?? '')
    if (fault) return fault
  }
  return null
}

/** Those that can be checked on a single line. */
function accountFault(fields: readonly string[], division: string): string | null {
  if (fields[accountDivision] !== division) return 'it belongs to another division'
  const newCharges = Number(fields[accountNewCharges])
  const arrears = accountArrears.map((index) => Number(fields[index]))
  const total = arrears.reduce((sum, debt) => sum + debt, newCharges)
  if (total !== Number(fields[accountBalance])) return 'the ages of the balance do not add up to it'
  return arrears.some((debt) => debt < 0) ? 'an age of the balance is negative' : null
}

/** For reports and logs; null unless it looks like a key. */
function safeKey(key: string | null | undefined): string | null {
  return key && /^\d{10,14}$/.test(key) ? key : null
}
