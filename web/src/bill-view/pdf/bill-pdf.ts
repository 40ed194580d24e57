import { type Column, drawTable, drawTerms } from '#pdf/blocks.ts'
import { type Fonts, makePdf } from '#pdf/document.ts'
import { colors, left, line, makeRoom, type Pen, rule, startPage, width } from '#pdf/pen.ts'
import { t } from '#ui/text/t.ts'
import type { PrintedBill } from '../printed-bill.ts'
import { meterColumns, type MeterRow } from '../printed-meters.ts'
import type { PrintedSegment } from '../printed-segments.ts'
import { drawBarCode, drawUsage } from './draw-figures.ts'

/** The right part of the page. */
const half = { x: left + 220, width: width - 220, termWidth: 96, size: 10 }

/**
 * Draws a bill as a tagged A4 PDF file (C§2.7), with the same content and order as the page.
 * @returns the bytes of the file
 */
export async function makeBillPdf(bill: PrintedBill, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const about = { title: `${bill.utility.name}: ${bill.title} ${bill.billId}`, author: bill.utility.name }
  return await makePdf(about, fonts, (pen) => {
    drawHead(pen, bill)
    drawSummary(pen, bill)
    drawCharges(pen, bill)
    drawMeters(pen, bill.meters)
    drawMessages(pen, bill.messages)
    drawUsage(pen, bill.usage)
    drawSlip(pen, bill)
  })
}

function drawHead(pen: Pen, bill: PrintedBill): void {
  const { document } = pen
  startPage(document)
  line(pen, 'P', bill.utility.name, { font: 'semibold', size: 13, x: left + 30, color: colors.ink })
  line(pen, 'P', bill.utility.place, { size: 10, x: left + 30 })
  document.y = 98
  line(pen, 'H1', bill.title, { font: 'semibold', size: 22, color: colors.ink })
  document.y += 10
  const top = document.y
  for (const text of bill.mailing) line(pen, 'P', text, { size: 11, color: colors.ink, width: 200 })
  const below = document.y
  document.y = top
  drawTerms(pen, bill.facts, half)
  document.y = Math.max(document.y, below) + 18
}

function drawSummary(pen: Pen, bill: PrintedBill): void {
  const { document } = pen
  drawHeading(pen, t('Summary'), 190)
  drawTerms(pen, bill.summary, { size: 10 })
  document.y += 8
  const top = document.y
  line(pen, 'P', t('Total due {totalDue}', { totalDue: bill.totalDue }), {
    font: 'semibold',
    size: 16,
    color: colors.ink,
    width: width / 2,
  })
  document.y = top
  line(pen, 'P', t('Due date {dueDate}', { dueDate: bill.dueDate }), {
    font: 'semibold',
    size: 16,
    color: colors.ink,
    x: left + width / 2,
    align: 'right',
  })
  if (bill.totalNote) line(pen, 'P', bill.totalNote, { size: 10, gap: 2, color: colors.ink })
  document.y += 16
}

function drawCharges(pen: Pen, { segments }: PrintedBill): void {
  drawHeading(pen, t('Charges'), 150)
  for (const segment of segments) drawSegment(pen, segment)
  if (segments.length === 0) line(pen, 'P', t('There are no charges on this bill.'), { size: 10 })
}

function drawMessages(pen: Pen, messages: readonly string[]): void {
  if (messages.length === 0) return
  drawHeading(pen, t('Messages'), 60)
  for (const message of messages) line(pen, 'P', message, { size: 10, gap: 2, color: colors.ink })
  pen.document.y += 16
}

/** Draws the part for the cashier, never split between pages. */
function drawSlip(pen: Pen, bill: PrintedBill): void {
  const { document } = pen
  makeRoom(document, 190)
  rule(document)
  document.y += 12
  line(pen, 'H2', t('Payment slip'), { font: 'semibold', size: 13, color: colors.ink })
  line(pen, 'P', t('Bring this slip when you pay at one of our offices.'), { size: 9 })
  document.y += 6
  const top = document.y
  drawTerms(
    pen,
    [
      { term: t('Account number'), value: bill.accountId },
      { term: t('Due date'), value: bill.dueDate },
      { term: t('Total due'), value: bill.totalDue },
    ],
    { width: 240, termWidth: 100, size: 10 },
  )
  const below = document.y
  drawBarCode(pen, bill.billId, { x: left + 280, y: top, width: width - 280 })
  document.y = Math.max(document.y, below) + 10
  const contact = [bill.utility.name, ...bill.utility.contact, bill.utility.hours, bill.utility.website]
  line(pen, 'P', contact.join(' · '), { size: 9 })
}

/** Draws a heading, on a new page when less than `room` points are left below it. */
function drawHeading(pen: Pen, text: string, room: number): void {
  makeRoom(pen.document, room)
  line(pen, 'H2', text, { font: 'semibold', size: 13, color: colors.ink })
  pen.document.y += 4
}

const chargeColumns: readonly Column[] = [
  { head: t('Charge'), x: left, width: width - 110, align: 'left' },
  { head: t('Amount'), x: left + width - 100, width: 100, align: 'right' },
]

/** Draws the charges of one service and period, with their total. */
function drawSegment(pen: Pen, segment: PrintedSegment): void {
  makeRoom(pen.document, 130)
  line(pen, 'H3', segment.title, { font: 'semibold', size: 11, color: colors.ink, gap: 4 })
  const facts = [
    t('Service location {serviceLocation}', { serviceLocation: segment.serviceLocation }),
    t('Billing period {period}', { period: segment.period }),
    t('Date applied {dateApplied}', { dateApplied: segment.dateApplied }),
  ]
  for (const fact of facts) line(pen, 'P', fact, { size: 9 })
  for (const remark of segment.remarks) line(pen, 'P', remark, { font: 'semibold', size: 9, color: colors.ink })
  const rows = segment.lines.map(({ description, detail, amount }) => [
    detail ? `${description}: ${detail}` : description,
    amount,
  ])
  drawTable(pen, chargeColumns, [...rows, [t('Total charges'), segment.total]], { size: 9.5, hasTotal: true })
  pen.document.y += 14
}

/** The widths of the columns of the meter table, in points; the page is 483 wide. */
const meterWidths = [62, 58, 46, 30, 72, 56, 52, 34, 48] as const
const gap = 3

/** Draws the meter readings, if there are any. */
function drawMeters(pen: Pen, rows: readonly MeterRow[]): void {
  if (rows.length === 0) return
  makeRoom(pen.document, 110)
  line(pen, 'H2', t('Meter readings'), { font: 'semibold', size: 13, color: colors.ink })
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
