import { type Fonts, makePdf } from '#pdf/document.ts'
import { colors, left, line, makeRoom, type Pen, rule, startPage, width } from '#pdf/pen.ts'
import { drawTerms } from '#pdf/term-list.ts'
import type { PrintedBill } from '../printed-bill.ts'
import { drawMeters, drawSegment } from './draw-charges.ts'
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
  heading(pen, 'Summary', 190)
  drawTerms(pen, bill.summary, { size: 10 })
  document.y += 8
  const top = document.y
  line(pen, 'P', `Total due ${bill.totalDue}`, { font: 'semibold', size: 16, color: colors.ink, width: width / 2 })
  document.y = top
  line(pen, 'P', `Due date ${bill.dueDate}`, {
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
  heading(pen, 'Charges', 150)
  for (const segment of segments) drawSegment(pen, segment)
  if (segments.length === 0) line(pen, 'P', 'There are no charges on this bill.', { size: 10 })
}

function drawMessages(pen: Pen, messages: readonly string[]): void {
  if (messages.length === 0) return
  heading(pen, 'Messages', 60)
  for (const message of messages) line(pen, 'P', message, { size: 10, gap: 2, color: colors.ink })
  pen.document.y += 16
}

/** Draws the part for the cashier, never split between pages. */
function drawSlip(pen: Pen, bill: PrintedBill): void {
  const { document } = pen
  makeRoom(document, 190)
  rule(document)
  document.y += 12
  line(pen, 'H2', 'Payment slip', { font: 'semibold', size: 13, color: colors.ink })
  line(pen, 'P', 'Bring this slip when you pay at one of our offices.', { size: 9 })
  document.y += 6
  const top = document.y
  drawTerms(
    pen,
    [
      { term: 'Account number', value: bill.accountId },
      { term: 'Due date', value: bill.dueDate },
      { term: 'Total due', value: bill.totalDue },
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
function heading(pen: Pen, text: string, room: number): void {
  makeRoom(pen.document, room)
  line(pen, 'H2', text, { font: 'semibold', size: 13, color: colors.ink })
  pen.document.y += 4
}
