import { RefusedExtract } from '../import/read-lines.ts'
import { billHead } from './bill-records.ts'
import { account, fieldIndex, financialTransaction, lineCount, trailer } from './extract-records.ts'
import { isCents } from './fields.ts'
import { extractLine } from './lines.ts'

/** Of an extract, as it is read or written; compared with its last lines. */
export interface ControlTotals {
  /** A line between the header and the first count; its fields may be faulty. */
  count(recordType: string, fields: readonly string[]): void
  /** A line `9800`: how many lines of one type there should have been. */
  announce(fields: readonly string[]): void
  /** @throws RefusedExtract when the trailer or a count differs from what was read. */
  verify(fields: readonly string[]): void
  lastLines(): string[]
}

/** In the trailer's order: record type and the field that is summed. */
const summed = [
  { name: 'account balances', record: account, fieldName: 'balance_cents' },
  { name: 'ending balances of bills', record: billHead, fieldName: 'ending_cents' },
  { name: 'financial transactions', record: financialTransaction, fieldName: 'current_cents' },
].map(({ name, record, fieldName }, at) => ({ name, at, type: record.type, index: fieldIndex(record, fieldName) }))
const sumOf = new Map(summed.map((sum) => [sum.type, sum]))

export function controlTotals(): ControlTotals {
  const lines = new Map<string, number>()
  const announced = new Map<string, number>()
  const sums = summed.map(() => ({ cents: 0, unreadable: 0 }))

  return {
    count(recordType, fields) {
      lines.set(recordType, (lines.get(recordType) ?? 0) + 1)
      const sum = sumOf.get(recordType)
      const total = sum && sums[sum.at]
      if (!total) return
      const amount = fields[sum.index] ?? ''
      if (isCents(amount)) total.cents += Number(amount)
      else total.unreadable++
    },
    announce([recordType = '', count]) {
      announced.set(recordType, Number(count))
    },
    verify([allLines, ...announcedSums]) {
      verifyCounts(lines, announced, Number(allLines))
      for (const { name, at } of summed) {
        const { cents, unreadable } = sums[at] ?? { cents: 0, unreadable: 0 }
        // An amount that cannot be read makes the sum useless; its record is left out and reported.
        if (unreadable === 0 && cents !== Number(announcedSums[at]))
          throw new RefusedExtract(
            `Wrong total: the sum of ${name} is ${cents} cents, the trailer says ${announcedSums[at]}`,
          )
      }
    },
    lastLines() {
      const counts = [...lines].map(([type, count]) => extractLine(lineCount.type, [type, count]))
      return [...counts, extractLine(trailer.type, [sumOfCounts(lines), ...sums.map((sum) => sum.cents)])]
    },
  }
}

function verifyCounts(lines: Map<string, number>, announced: Map<string, number>, allLines: number): void {
  for (const type of new Set([...lines.keys(), ...announced.keys()])) {
    const read = lines.get(type) ?? 0
    const said = announced.get(type) ?? 0
    if (read !== said)
      throw new RefusedExtract(`Wrong total: ${read} lines of type ${type} were read, the file announces ${said}`)
  }
  const read = sumOfCounts(lines)
  if (read !== allLines) throw new RefusedExtract(`Wrong total: ${read} lines were read, the trailer says ${allLines}`)
}

function sumOfCounts(lines: ReadonlyMap<string, number>): number {
  return [...lines.values()].reduce((sum, count) => sum + count, 0)
}
