import { makeBillPdf } from '../src/bill-view/pdf/bill-pdf.ts'
import { printedBill } from '../src/bill-view/printed-bill.ts'
import { makePdf } from '../src/pdf/document.ts'
import { line } from '../src/pdf/pen.ts'
import { readFonts } from '../src/pdf/testing/read-pdf.ts'
import { testBill } from '../src/testing/bill.ts'
import { testStart } from '../src/testing/data.ts'

/**
 * `node web/build/bill-pdf-time.ts` makes the PDF file of a bill again and again, and one with a single word in the
 * same typeface. It prints as JSON how many milliseconds the first bill, a later bill and a later single word took, and
 * the bill's size in bytes. For the bench.
 */

const rounds = 20

const fonts = await readFonts()
const bill = await timesOf(async () => await makeBillPdf(printedBill(testBill(), testStart.profile), fonts))
const word = await timesOf(
  async () => await makePdf({ title: 'Water', author: 'Water' }, fonts, (pen) => line(pen, 'P', 'Water', { size: 11 })),
)
process.stdout.write(
  `${JSON.stringify({ first: bill.first, bill: bill.median, word: word.median, bytes: bill.bytes })}\n`,
)

async function timesOf(make: () => Promise<Uint8Array>): Promise<{ first: number; median: number; bytes: number }> {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    bytes = (await make()).length
    times.push(performance.now() - start)
  }
  const median = times.toSorted((a, b) => a - b)[rounds / 2] ?? 0
  return { first: times[0] ?? 0, median, bytes }
}
