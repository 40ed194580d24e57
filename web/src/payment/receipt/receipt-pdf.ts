import { drawTable, drawTerms } from '#pdf/blocks.ts'
import { type Design, type Fonts, makePdf } from '#pdf/document.ts'
import { left, line, makeRoom, type Pen, startPage } from '#pdf/pen.ts'
import { t } from '#ui/text/t.ts'
import type { Receipt, ReceiptAccount, ReceiptMerchant } from './receipt-content.ts'

/**
 * Draws a receipt as a tagged PDF file.
 * @returns the bytes of the file
 */
export async function makeReceiptPdf(receipt: Receipt, fonts: Fonts, design: Design): Promise<Uint8Array<ArrayBuffer>> {
  const about = { title: receipt.file.title, author: receipt.merchant.name }
  return await makePdf(about, fonts, design, (pen) => {
    drawHead(pen, receipt)
    if (receipt.lines.length > 0) drawTerms(pen, receipt.lines)
    pen.document.y += 20
    if (receipt.accounts.length > 0) drawAccounts(pen, receipt.accounts, receipt.outcome === 'approved')
    if (receipt.processor) drawProcessor(pen, receipt.processor)
    drawMerchant(pen, receipt.merchant)
  })
}

function drawHead(pen: Pen, receipt: Receipt): void {
  const { document, colors } = pen
  const x = startPage(pen)
  line(pen, 'P', receipt.merchant.name, { font: 'semibold', size: 13, x, color: colors.text })
  document.y = 96
  line(pen, 'H1', receipt.file.title, { font: 'semibold', size: 22, color: colors.text })
  if (receipt.amount !== null)
    line(pen, 'P', receipt.amount, { font: 'semibold', size: 18, color: colors.brand, gap: 6 })
  for (const sentence of receipt.file.explanation) line(pen, 'P', sentence, { size: 11, gap: 4 })
  document.y += 12
}

/** The accounts-paid table (C§2.8). */
function drawAccounts(pen: Pen, accounts: readonly ReceiptAccount[], isPaid: boolean): void {
  line(pen, 'H2', isPaid ? t('Accounts paid') : t('Accounts'), { font: 'semibold', size: 13, color: pen.colors.text })
  pen.document.y += 4
  drawTable(
    pen,
    [
      { head: t('Account'), x: left, width: 96, align: 'left' },
      { head: t('Service location'), x: left + 104, width: 196, align: 'left' },
      { head: isPaid ? t('Receipt number') : '', x: left + 308, width: 100, align: 'left' },
      { head: t('Amount'), x: left + 408, width: pen.width - 408, align: 'right' },
    ],
    accounts.map(({ accountId, serviceLocation, receiptNumber, amount }) => [
      accountId,
      serviceLocation,
      receiptNumber ?? '',
      amount,
    ]),
  )
  pen.document.y += 20
}

function drawProcessor(pen: Pen, { title, lines }: NonNullable<Receipt['processor']>): void {
  makeRoom(pen, 90)
  line(pen, 'H2', title, { font: 'semibold', size: 13, color: pen.colors.text })
  drawTerms(pen, lines)
  pen.document.y += 20
}

function drawMerchant(pen: Pen, merchant: ReceiptMerchant): void {
  makeRoom(pen, 150)
  line(pen, 'H2', t('About this payment'), { font: 'semibold', size: 13, color: pen.colors.text })
  const description = `${merchant.description}. ${merchant.name}, ${merchant.place}. ${merchant.website}`
  line(pen, 'P', description, { size: 10, gap: 4 })
  line(pen, 'P', merchant.contact.join(' · '), { size: 10, gap: 4 })
  if (merchant.refundPolicy) line(pen, 'P', merchant.refundPolicy, { size: 10, gap: 4 })
}
