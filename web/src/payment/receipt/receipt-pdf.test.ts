import type { Checkout } from '@portal/contract/checkout'
import { ReceiptNumber } from '@portal/contract/ids'
// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import { misplaced, readLayout } from '#pdf/testing/read-layout.ts'
import { type ReadPdf, readFonts, readPdf } from '#pdf/testing/read-pdf.ts'
import { testCheckout, testStart, unpaidCheckout } from '#testing/data.ts'
import { makeReceiptPdf } from './receipt-pdf.ts'
import { receiptOf, receiptOfNothing } from './receipt.ts'

async function read(checkout: Checkout): Promise<ReadPdf> {
  return await readPdf(
    await makeReceiptPdf(receiptOf(checkout, testStart.profile), await readFonts(), testStart.profile),
  )
}

test('the file has the processor’s numbers below the short one of ours', async () => {
  const { text } = await read(
    testCheckout({ shortNumber: 'K105-92P9', receiptNumber: 'W-K105-92P9', transactionTag: 'pi_3MtwBwLkdIwHu7ix' }),
  )
  const parts = ['W-K105-92P9', 'Accounts paid', 'Numbers of the payment processor', 'pi_3MtwBwLkdIwHu7ix']
  const places = parts.map((part) => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

describe('the file of an approved payment', () => {
  let file: ReadPdf
  beforeAll(async () => {
    file = await read(testCheckout())
  })

  test.each([
    'Receipt W-81234567',
    '$80.53 USD',
    'María Cruz',
    'Visa ending in 1111',
    '11/21/2026 8:00:00 AM',
    'GWA7F3K2M9Q4',
    'ET131078',
    'W-81234567',
    'Accounts paid',
    'Receipt number',
    '0123456789',
    '123 Marine Corps Dr',
    'Island Water, Mangilao, Guam',
    'Water bill payment',
    'Customer service: 671-555-0100',
    'https://water.example',
    'Call customer service for a refund.',
  ])('says %j', (words) => expect(file.text).toContain(words))

  test('is one A4 page with a title and a language', () => {
    expect(file.pages).toBe(1)
    expect(file.view).toEqual([0, 0, 595, 842])
    expect(file.metadata).toMatchObject({ Title: 'Receipt W-81234567', Language: 'en-US' })
  })

  test('can be followed by a screen reader: headings, a list of labels, a table with heads', () => {
    expect(file.roles).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'L', 'LI', 'Lbl', 'LBody']))
    expect(file.roles.filter((role) => role === 'TH')).toHaveLength(5)
    expect(file.roles.filter((role) => role === 'TD')).toHaveLength(3)
  })

  test('declares PDF/UA and embeds every font', () => {
    expect(file.raw).toContain('pdfuaid:part')
    expect(file.raw).not.toContain('/Helvetica')
    expect(file.raw.match(/\/FontFile2/g)).toHaveLength(2)
  })
})

test('given hundreds of accounts, then the table goes on over as many pages as it takes', async () => {
  const [account] = testCheckout().accounts
  if (!account) throw new Error('No account')
  const file = await read(testCheckout({ accounts: Array.from({ length: 120 }, () => account) }))
  expect(file.pages).toBeGreaterThan(3)
  expect(file.text.match(/0123456789/g)).toHaveLength(120)
  expect(file.text).toContain('Call customer service for a refund.')
})

test.each([
  ['one account', testCheckout()],
  ['120 accounts', testCheckout({ accounts: Array(120).fill(testCheckout().accounts[0]) })],
  [
    'two accounts with the longest receipts',
    testCheckout({
      accounts: [`W-pi_${'W'.repeat(37)}-1001`, `W-pi_${'W'.repeat(37)}-2600`].flatMap((receipt) =>
        testCheckout().accounts.map((account) => ({ ...account, receiptNumber: ReceiptNumber.parse(receipt) })),
      ),
    }),
  ],
  ['a payment that failed', unpaidCheckout('serverFailed')],
])(
  'the receipt of %s has every word inside the margins, none on another, and amounts on the right',
  async (_, checkout) => {
    const layout = await readLayout(
      await makeReceiptPdf(receiptOf(checkout, testStart.profile), await readFonts(), testStart.profile),
    )
    expect(misplaced(layout)).toEqual([])
    const amounts = layout.words.filter(({ text, size }) => text === '$80.53' && size < 18)
    expect(amounts.map(({ right }) => Math.round(right))).toEqual(checkout.accounts.map(() => 547))
  },
)

test.each(['approved', 'declined', 'serverFailed', 'beingConfirmed', 'reversed', 'refunded'] as const)(
  'the file of a payment that is %s says nothing that is true for minutes only',
  async (outcome) => {
    const checkout =
      outcome === 'approved' || outcome === 'refunded' ? testCheckout({ outcome }) : unpaidCheckout(outcome)
    const { text } = await read(checkout)
    expect(text).toMatch(/^.*(Receipt W-81234567|Payment GWA7F3K2M9Q4)/s)
    expect(text).not.toMatch(/minutes|few days|emailing|will show|again later|We’re|is being/)
  },
)

test('given a payment that failed, then the file has no receipt number and says that nothing was charged', async () => {
  const { text } = await read(unpaidCheckout('serverFailed'))
  expect(text).toContain('Sorry, your payment was not processed.')
  expect(text).toContain('Your card was not charged.')
  expect(text).not.toMatch(/Receipt number|Accounts paid/)
})

test('given a payment that never reached the server, then the file says so', async () => {
  const { text } = await readPdf(
    await makeReceiptPdf(receiptOfNothing(testStart.profile), await readFonts(), testStart.profile),
  )
  expect(text).toContain('Sorry, your payment was not processed.')
  expect(text).toContain('Your card was not charged')
})
