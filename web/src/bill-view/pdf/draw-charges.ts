import { colors, left, line, makeRoom, type Pen, width } from '#pdf/pen.ts'
import { type Column, drawTable } from '#pdf/table.ts'
import { meterColumns, type MeterRow } from '../meter-columns.ts'
import type { PrintedSegment } from '../printed-segments.ts'

const chargeColumns: readonly Column[] = [
  { head: 'Charge', x: left, width: width - 110, align: 'left' },
  { head: 'Amount', x: left + width - 100, width: 100, align: 'right' },
]

/** Draws the charges of one service and period, with their total. */
export function drawSegment(pen: Pen, segment: PrintedSegment): void {
  makeRoom(pen.document, 130)
  line(pen, 'H3', segment.title, { font: 'semibold', size: 11, color: colors.ink, gap: 4 })
  const facts = [
    `Service location ${segment.serviceLocation}`,
    `Billing period ${segment.period}`,
    `Date applied ${segment.dateApplied}`,
  ]
  for (const fact of facts) line(pen, 'P', fact, { size: 9 })
  for (const remark of segment.remarks) line(pen, 'P', remark, { font: 'semibold', size: 9, color: colors.ink })
  const rows = segment.lines.map(({ description, amount }) => [description, amount])
  drawTable(pen, chargeColumns, [...rows, ['Total charges', segment.total]], { size: 9.5, hasTotal: true })
  pen.document.y += 14
}

/** The widths of the columns of the meter table, in points; the page is 483 wide. */
const meterWidths = [62, 58, 46, 30, 72, 56, 52, 34, 48] as const
const gap = 3

/** Draws the meter readings, if there are any. */
export function drawMeters(pen: Pen, rows: readonly MeterRow[]): void {
  if (rows.length === 0) return
  makeRoom(pen.document, 110)
  line(pen, 'H2', 'Meter readings', { font: 'semibold', size: 13, color: colors.ink })
  const cells = rows.map((row) => meterColumns.map(({ name }) => row[name]))
  drawTable(pen, meterTable(), cells, { size: 8 })
  pen.document.y += 16
}

function meterTable(): Column[] {
  let x = left
  return meterColumns.map(({ heading }, index) => {
    const columnWidth = meterWidths[index] ?? 0
    const column: Column = { head: heading, x, width: columnWidth, align: index < 2 ? 'left' : 'right' }
    x += columnWidth + gap
    return column
  })
}
