import { type Column, drawTable, drawTerms } from '#pdf/blocks.ts'
import { type Design, type Fonts, makePdf } from '#pdf/document.ts'
import { decorate, left, line, makeRoom, type Pen, rule, startPage } from '#pdf/pen.ts'
import { t } from '#ui/text/t.ts'
import type { PrintedBill } from '../printed-bill.ts'
import { meterColumns, type MeterRow } from '../printed-meters.ts'
import type { PrintedSegment } from '../printed-segments.ts'
import { drawBarCode, drawUsage, usageHeight } from './draw-figures.ts'

/** The left column is narrower than the right one, which has the charges. */
const leftWidth = 208
const right = left + leftWidth + 20

/** Rows are close together, so that an ordinary bill is one page. */
const close = { size: 9, pad: 3, termWidth: 90 }

/**
 * Draws a bill as a tagged PDF file (C§2.7), with the same content and order as the page.
 * @returns the bytes of the file
 */
export async function makeBillPdf(bill: PrintedBill, fonts: Fonts, design: Design): Promise<Uint8Array<ArrayBuffer>> {
  const about = {
    title: [`${bill.utility.name}: ${bill.title}`, bill.number].filter(Boolean).join(' '),
    author: bill.utility.name,
  }
  return await makePdf(about, fonts, design, (pen) => {
    drawHead(pen, bill)
    drawColumns(pen, bill)
    drawMeters(pen, bill.meters)
    drawSlip(pen, bill)
  })
}

function drawHead(pen: Pen, bill: PrintedBill): void {
  const { document, colors } = pen
  const x = startPage(pen)
  line(pen, 'P', bill.utility.name, { font: 'semibold', size: 13, x, color: colors.text, width: 290 })
  line(pen, 'P', bill.utility.place, { size: 9, x, width: 290 })
  const below = document.y
  document.y = 47
  line(pen, 'H1', bill.title, { font: 'semibold', size: 20, color: colors.text, x: left + 330, align: 'right' })
  document.y = Math.max(document.y, below) + 8
}

/**
 * Draws, side by side, whose bill it is and what is due, and below what that is made of. The usage goes below the left
 * column where there is room: otherwise, when the charges take more pages, across the page.
 */
function drawColumns(pen: Pen, bill: PrintedBill): void {
  const { document, colors } = pen
  const { page, y: top } = document
  for (const text of bill.mailing) line(pen, 'P', text, { size: 10, color: colors.text, width: leftWidth })
  document.y += 4
  drawTerms(pen, bill.facts, { ...close, width: leftWidth })
  const belowFacts = document.y + 10
  document.y = top
  drawPanel(pen, bill)
  const belowPanel = document.y + 12
  document.y = belowFacts
  if (bill.summary.length > 0) {
    drawHeading(pen, t('Since your last bill'), 150)
    drawTerms(pen, [...bill.summary, { term: t('Total due'), value: bill.totalDue }], { ...close, width: leftWidth })
  }
  const belowSummary = document.y + 10
  document.y = belowPanel
  if (bill.hasCharges) drawCharges(pen, bill)
  drawMessages(pen, bill.messages)
  if (document.page === page && belowSummary + usageHeight <= pen.bottom) {
    const belowCharges = document.y
    document.y = belowSummary
    drawUsage(pen, bill, leftWidth)
    document.y = Math.max(document.y, belowCharges)
  } else drawUsage(pen, bill, pen.width)
  document.y += 4
}

/** Draws what is due and by when, on a tint. */
function drawPanel(pen: Pen, bill: PrintedBill): void {
  const { document, colors } = pen
  const top = document.y
  const height = bill.totalNote ? 78 : 64
  decorate(document, () =>
    document.roundedRect(right, top, pen.width + left - right, height, 8).fill(colors['brand-tint']),
  )
  const place = { x: right + 14, width: pen.width + left - right - 28 }
  document.y = top + 10
  line(pen, 'P', t('Total due {totalDue}', { totalDue: bill.totalDue }), {
    ...place,
    font: 'semibold',
    size: 20,
    color: colors.text,
  })
  line(pen, 'P', t('Due date {dueDate}', { dueDate: bill.dueDate }), {
    ...place,
    font: 'semibold',
    size: 12,
    gap: 2,
    color: colors.text,
  })
  if (bill.totalNote) line(pen, 'P', bill.totalNote, { ...place, size: 9, gap: 2, color: colors.text })
  document.y = Math.max(document.y, top + height)
}

function drawCharges(pen: Pen, { segments }: PrintedBill): void {
  const place = { x: right, width: pen.width + left - right }
  line(pen, 'H2', t('Charges'), { ...place, font: 'semibold', size: 11, color: pen.colors.text })
  for (const segment of segments) drawSegment(pen, segment)
  if (segments.length === 0) line(pen, 'P', t('There are no charges on this bill.'), { ...place, size: 9 })
}

function drawMessages(pen: Pen, messages: readonly string[]): void {
  if (messages.length === 0) return
  const place = { x: right, width: pen.width + left - right }
  makeRoom(pen, 40)
  line(pen, 'H2', t('Messages'), { ...place, font: 'semibold', size: 11, color: pen.colors.text })
  for (const message of messages) line(pen, 'P', message, { ...place, size: 8.5, color: pen.colors.text })
  pen.document.y += 8
}

/** Draws the part for the cashier, never split between pages. */
function drawSlip(pen: Pen, bill: PrintedBill): void {
  const { document } = pen
  makeRoom(pen, 128)
  rule(pen)
  document.y += 8
  line(pen, 'H2', t('Payment slip'), { font: 'semibold', size: 11, color: pen.colors.text })
  line(pen, 'P', t('Bring this slip when you pay at one of our offices.'), { size: 8 })
  document.y += 2
  const top = document.y
  drawTerms(
    pen,
    [
      { term: t('Account number'), value: bill.accountId },
      { term: t('Due date'), value: bill.dueDate },
      { term: t('Total due'), value: bill.totalDue },
    ],
    { ...close, width: leftWidth },
  )
  const below = document.y
  if (bill.barCode !== null) drawBarCode(pen, bill.barCode, { x: left + pen.width - 204, y: top - 4, width: 204 })
  document.y = Math.max(document.y, below) + 6
  const { name, contact, hours, website } = bill.utility
  line(pen, 'P', [name, ...contact].join(' · '), { size: 8 })
  line(pen, 'P', `${hours} · ${website}`, { size: 8 })
}

function drawHeading(pen: Pen, text: string, room: number): void {
  makeRoom(pen, room)
  line(pen, 'H2', text, { font: 'semibold', size: 11, color: pen.colors.text })
  pen.document.y += 2
}

/** Draws the charges of one service and period, with their total. */
function drawSegment(pen: Pen, segment: PrintedSegment): void {
  const { colors } = pen
  const place = { x: right, width: pen.width + left - right }
  makeRoom(pen, 120)
  line(pen, 'H3', segment.title, { ...place, font: 'semibold', size: 9.5, color: colors.text, gap: 2 })
  const { serviceLocation, period } = segment
  const facts = [
    ...(serviceLocation === '' ? [] : [t('Service location {serviceLocation}', { serviceLocation })]),
    ...(period === '' ? [] : [t('Billing period {period}', { period })]),
    t('Date applied {dateApplied}', { dateApplied: segment.dateApplied }),
  ]
  for (const fact of facts) line(pen, 'P', fact, { ...place, size: 8 })
  for (const remark of segment.remarks)
    line(pen, 'P', remark, { ...place, font: 'semibold', size: 8, color: colors.text })
  const rows = segment.lines.map(({ description, detail, amount }) => [
    detail ? `${description}: ${detail}` : description,
    amount,
  ])
  const columns: Column[] = [
    { head: t('Charge'), x: right, width: place.width - 64, align: 'left' },
    { head: t('Amount'), x: right + place.width - 60, width: 60, align: 'right' },
  ]
  drawTable(pen, columns, [...rows, [t('Total charges'), segment.total]], { size: 8.5, pad: 2.5, hasTotal: true })
  pen.document.y += 8
}

/** The widths of the columns of the meter table, in points; an A4 page is 499 wide. */
const meterWidths = [64, 56, 46, 28, 76, 58, 52, 46, 48] as const
const gap = 3

/** Draws the meter readings, if there are any. */
function drawMeters(pen: Pen, rows: readonly MeterRow[]): void {
  if (rows.length === 0) return
  makeRoom(pen, 70)
  line(pen, 'H2', t('Meter readings'), { font: 'semibold', size: 11, color: pen.colors.text })
  const cells = rows.map((row) => meterColumns.map(({ name }) => row[name]))
  drawTable(pen, meterTable(), cells, { size: 8, pad: 3 })
  pen.document.y += 10
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
