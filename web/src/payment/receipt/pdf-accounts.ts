import { bottom, colors, left, line, type Pen, rule, width } from './pdf-pen.ts'
import type { ReceiptAccount } from './receipt.ts'

type Cells = readonly [accountId: string, serviceLocation: string, receiptNumber: string, amount: string]

const columns = [
  { x: left, width: 96, align: 'left' },
  { x: left + 104, width: 196, align: 'left' },
  { x: left + 308, width: 100, align: 'left' },
  { x: left + 408, width: width - 408, align: 'right' },
] as const

/** The accounts-paid table (C§2.8), on as many pages as it takes. */
export function drawAccounts(pen: Pen, accounts: readonly ReceiptAccount[], isPaid: boolean): void {
  const { document, root } = pen
  line(pen, 'H2', isPaid ? 'Accounts paid' : 'Accounts', { font: 'semibold', size: 13, color: colors.ink })
  document.y += 4
  const table = document.struct('Table')
  root.add(table)
  drawRow(pen, table, ['Account', 'Service location', isPaid ? 'Receipt number' : '', 'Amount'], 'TH')
  for (const account of accounts) {
    const cells: Cells = [account.accountId, account.serviceLocation, account.receiptNumber ?? '', account.amount]
    drawRow(pen, table, cells, 'TD')
  }
  document.y += 20
}

function drawRow({ document }: Pen, table: PDFKit.PDFStructureElement, cells: Cells, tag: 'TH' | 'TD'): void {
  const size = 10.5
  document.font(tag === 'TH' ? 'semibold' : 'regular').fontSize(size)
  const height = Math.max(...cells.map((text, index) => document.heightOfString(text || ' ', optionsOf(index))))
  if (document.y + height + 20 > bottom) document.addPage()
  const top = document.y + 6
  const row = document.struct('TR')
  table.add(row)
  for (const [index, text] of cells.entries()) {
    const draw = () => {
      document.fillColor(tag === 'TH' ? colors.muted : colors.ink).text(text, columnOf(index).x, top, optionsOf(index))
    }
    row.add(document.struct(tag, tag === 'TH' ? { scope: 'Column' } : {}, draw))
  }
  document.y = top + height + 6
  rule(document)
}

function columnOf(index: number) {
  return columns[index] ?? columns[0]
}

function optionsOf(index: number) {
  const { width: columnWidth, align } = columnOf(index)
  return { width: columnWidth, align }
}
