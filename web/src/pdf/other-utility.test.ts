// @vitest-environment node
import { viewBill } from '@portal/contract/bill-view'
import { Checkout, receiptFileName } from '@portal/contract/checkout'
import { foreignWordsIn, mainland, onTheMainland } from '@portal/contract/testing/mainland'
import { UtilityProfile } from '@portal/contract/utility'
import { expect, test } from 'vitest'
import { makeBillPdf } from '#bill-view/pdf/bill-pdf.ts'
import { printedBill } from '#bill-view/printed-bill.ts'
import { makeReceiptPdf } from '#payment/receipt/receipt-pdf.ts'
import { receiptOf } from '#payment/receipt/receipt.ts'
import { testBill } from '#testing/bill.ts'
import { testCheckout } from '#testing/data.ts'
import { readFonts, readPdf } from './testing/read-pdf.ts'

const profile = UtilityProfile.parse(mainland)

test('the bill of a mainland utility is on its paper, in its unit of water, without a word of the default profile', async () => {
  const bill = viewBill.reply.parse(JSON.parse(onTheMainland(JSON.stringify(testBill()))))
  const { text } = await readPdf(await makeBillPdf(printedBill(bill, profile), await readFonts(), profile))
  expect(text).toContain('CCF')
  // Charges and meters are as the billing system names them.
  expect(foreignWordsIn(text.replaceAll(/[\d,]+ gallons/g, ''))).toEqual([])
})

test('and so is a receipt, with the name of its file', async () => {
  const checkout = Checkout.parse(JSON.parse(onTheMainland(JSON.stringify(testCheckout()))))
  const { text } = await readPdf(await makeReceiptPdf(receiptOf(checkout, profile), await readFonts(), profile))
  expect(text).toContain(mainland.name)
  expect(foreignWordsIn(`${text} ${receiptFileName(profile.receiptFilePrefix, checkout)}`)).toEqual([])
})
