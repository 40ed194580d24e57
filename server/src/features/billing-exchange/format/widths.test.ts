import { readFile } from 'node:fs/promises'
import { CalendarDate, instantOf } from '@portal/contract/dates'
import { PaymentToFind } from '@portal/contract/exceptions'
import { longestReceipt, type ReceiptNumber, tagPattern } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { mostAccountsPerPayment, nextReceipt, receiptNumber } from '@portal/contract/payments'
import { ReportFilter } from '@portal/contract/reports'
import { newShortNumber } from '@portal/contract/short-number'
import { confirmEmail, makePayment, updateOverallPayment, updatePayment } from '@portal/contract/stepwise-payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gge4Traits } from '../../../adapters/payment-gateway/gge4/traits.ts'
import { stripeTraits } from '../../../adapters/payment-gateway/stripe/traits.ts'
import { type TestImport, testImport } from '../import/testing/import.ts'
import { paymentFile, verifyPaymentFile } from './payment-file.ts'
import { accountRecords, extractText } from './testing/extract.ts'

/** The longest that a gateway can name a charge by, found by asking it. */
function longestOf(isTag: (text: string) => boolean, textOf: (letters: number) => string): string {
  const tags = Array.from({ length: 100 }, (_, letters) => textOf(letters)).filter(isTag)
  return tags.at(-1) ?? ''
}

const tags = {
  payeezy: longestOf(gge4Traits.isTag, (letters) => '9'.repeat(letters)),
  stripe: longestOf(stripeTraits.isTag, (letters) => `pi_${'x'.repeat(letters)}`),
  'a short number': newShortNumber((bytes) => new Uint8Array(bytes).fill(30)),
}

/** Of every gateway, past and present, and every kind. The last was disputed, lost and won as often as can be. */
const receipts = Object.entries(tags).flatMap(([gateway, tag]) => {
  const again = Array.from({ length: 9 }).reduce<ReceiptNumber>(
    nextReceipt,
    receiptNumber(tag, mostAccountsPerPayment, 2),
  )
  return [
    { what: `${gateway}, one account`, receipt: receiptNumber(tag, 1, 1) },
    {
      what: `${gateway}, several accounts`,
      receipt: receiptNumber(tag, mostAccountsPerPayment, mostAccountsPerPayment),
    },
    { what: `${gateway}, posted again`, receipt: again },
  ]
})
const longest = receipts.map(({ receipt }) => receipt).toSorted((one, other) => other.length - one.length)[0] ?? ''

test.each(Object.entries(tags))('the tag of %s has the form of every tag', (gateway, tag) => {
  expect(gateway === 'a short number' || tagPattern.test(tag)).toBe(true)
})

test('a receipt is no longer than the widest that there can be', () => {
  expect(longest).toHaveLength(longestReceipt)
  expect(longest).toMatch(/^W-pi_x{37}-9600$/)
})

test('docs/extract-format.md says how long a receipt can be in either direction', async () => {
  const text = await readFile(new URL('../../../../../docs/extract-format.md', import.meta.url), 'utf8')
  expect(text).toContain(`| external_reference | text ${longestReceipt} |`)
  expect(text).toContain(`on the customer's receipt: at most ${longestReceipt} characters`)
})

describe('the longest receipt fits in each call and search that takes one', () => {
  const all = Array.from({ length: mostAccountsPerPayment }, () => longest).join(', ')
  const claims = { overall_id: '1', individual_id: '1', amount: '1.00', accountId: '1', indivId: '1', overAllId: '1' }

  test.each([
    ['the report', ReportFilter.shape.receipt, longest],
    ['the exceptions', PaymentToFind.shape.receipt, longest],
    ['make-payment', makePayment.body, { ...claims, receiptNum: longest }],
    ['update-payment', updatePayment.body, { ...claims, receipt: longest }],
    ['update-overall-payment, with those of all accounts', updateOverallPayment.body, { ...claims, receipt: all }],
    ['confirm-email, with those of all accounts', confirmEmail.body, { receiptNum: all }],
  ])('%s', (_, schema, body) => {
    expect(schema?.safeParse(body).error?.issues).toBeUndefined()
  })
})

describe('the longest receipt of every gateway and kind goes to the billing system and comes back', () => {
  let ledger: TestImport
  beforeAll(async () => {
    ledger = await testImport()
    await ledger.begin()
  })
  afterAll(() => ledger.drop())

  test.each(receipts)('in the payment file: $what', ({ receipt }) => {
    const payment = {
      receipt,
      accountId: '1000000001',
      amount: cents(2000),
      source: 'CCV',
      method: 'PG001',
      authorization: 'ET1234',
      payDate: CalendarDate.parse('2026-02-01'),
    }
    const cancellation = { ...payment, cancelDate: payment.payDate, reason: 'refund' }
    const file = paymentFile('PORTAL-1', instantOf(0), [payment], [cancellation])
    expect(verifyPaymentFile(file)).toMatchObject({ payments: 1, cancellations: 1 })
    expect(file.split('|').filter((field) => field === receipt)).toHaveLength(2)
  })

  test('in the extract, whose import contains each of the payments', async () => {
    const accounts = receipts.map(({ receipt }, nth) => ({ receipt, account: String(1_000_000_010 + nth) }))
    await ledger.database.pool.query(
      `insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
         authorization_number, paid_at, pay_date)
       select receipt, account, 2000, 'CCV', 'PG001', 'ET1234', now(), '2026-02-01'
       from unnest($1::text[], $2::text[]) as paid (receipt, account)`,
      [accounts.map(({ receipt }) => receipt), accounts.map(({ account }) => account)],
    )
    const records = accounts.flatMap(({ receipt, account }) =>
      accountRecords(account, { payment: { receipt, cents: 2000, isCancelled: true } }),
    )
    const report = await ledger.importing(extractText(records))
    expect(report).toMatchObject({
      outcome: 'imported',
      skipped: { total: 0 },
      payments: { contained: receipts.length, open: 0, differing: [] },
    })
  })
})
