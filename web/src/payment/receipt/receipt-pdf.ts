import PDFDocument from 'pdfkit'
import { drawAccounts } from './pdf-accounts.ts'
import { bottom, colors, finish, type Fonts, left, line, type Pen, rule, startPage, width } from './pdf-pen.ts'
import type { Receipt, ReceiptMerchant } from './receipt.ts'

/**
 * Draws a receipt as an A4 file for people and for screen readers: tagged (PDF/UA), fonts embedded, text selectable.
 * The same code runs in the browser's worker and in Node.
 * @returns the bytes of the file
 */
export async function makeReceiptPdf(receipt: Receipt, fonts: Fonts): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({
    size: 'A4',
    margin: left,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    // No built-in font: those cannot be embedded, and PDF/UA wants every font in the file.
    font: '',
    info: { Title: `${receipt.merchant.name}: ${receipt.title}`, Author: receipt.merchant.name },
  })
  const bytes = collect(document)
  document.registerFont('regular', fonts.regular)
  document.registerFont('semibold', fonts.semibold)
  const root = document.struct('Document')
  document.addStructure(root)
  const pen: Pen = { document, root }
  drawHead(pen, receipt)
  drawLines(pen, receipt)
  if (receipt.accounts.length > 0) drawAccounts(pen, receipt.accounts, receipt.outcome === 'approved')
  drawMerchant(pen, receipt.merchant)
  finish(pen)
  return await bytes
}

function drawHead({ document, root }: Pen, receipt: Receipt): void {
  startPage(document)
  line({ document, root }, 'P', receipt.merchant.name, { font: 'semibold', size: 13, x: left + 30, color: colors.ink })
  document.y = 96
  line({ document, root }, 'H1', receipt.title, { font: 'semibold', size: 22, color: colors.ink })
  line({ document, root }, 'P', receipt.amount, { font: 'semibold', size: 18, color: colors.brand, gap: 6 })
  for (const sentence of receipt.explanation) line({ document, root }, 'P', sentence, { size: 11, gap: 4 })
  document.y += 12
}

/** Term and value pairs, as a list of labels and bodies. */
function drawLines({ document, root }: Pen, receipt: Receipt): void {
  const list = document.struct('L')
  root.add(list)
  rule(document)
  for (const { term, value } of receipt.lines) {
    const top = document.y + 7
    const item = document.struct('LI')
    list.add(item)
    item.add(
      document.struct('Lbl', {}, () => {
        document.font('regular').fontSize(11).fillColor(colors.muted).text(term, left, top, { width: 170 })
      }),
    )
    item.add(
      document.struct('LBody', {}, () => {
        document
          .font('semibold')
          .fillColor(colors.ink)
          .text(value, left + 180, top, { width: width - 180, align: 'right' })
      }),
    )
    document.y += 7
    rule(document)
  }
  document.y += 20
}

function drawMerchant(pen: Pen, merchant: ReceiptMerchant): void {
  const { document } = pen
  const needed = 150
  if (document.y + needed > bottom) document.addPage()
  line(pen, 'H2', 'About this payment', { font: 'semibold', size: 13, color: colors.ink })
  const description = `${merchant.description}. ${merchant.name}, ${merchant.place}. ${merchant.website}`
  line(pen, 'P', description, { size: 10, gap: 4 })
  line(pen, 'P', merchant.contact.join(' · '), { size: 10, gap: 4 })
  line(pen, 'P', merchant.refundPolicy, { size: 10, gap: 4 })
}

async function collect(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  return await new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('error', reject)
    document.on('end', () => resolve(joined(chunks)))
  })
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}
