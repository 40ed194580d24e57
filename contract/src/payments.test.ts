import { expect, test } from 'vitest'
import { DecimalAmount } from './money.ts'
import { ConfirmationEmail, confirmationEmailOnFile, countTag, receiptNumber } from './payments.ts'
import { tagOfReceipt } from './short-number.ts'

test.each([
  [1, 'SINGLE', ['W-81234567']],
  [2, 'MULTI-2', ['W-81234567-1', 'W-81234567-2']],
])('a payment of %d accounts counts as %s, with the receipts %j (R1)', (accounts, tag, receipts) => {
  expect(countTag(accounts)).toBe(tag)
  expect(receipts.map((_, place) => receiptNumber('81234567', place + 1, accounts))).toEqual(receipts)
})

test.each([
  ['W-81234567', '81234567'],
  ['W-81234567-2', '81234567'],
  ['W-', null],
  ['81234567', '81234567'],
  ['w 81234567', '81234567'],
  ['w81234567-2', '81234567'],
  ['W-81234567-', null],
  ['W-1234-5678', '1234'],
  ['w k105 92p9', 'K105-92P9'],
  ['KIOS92P9-12', 'K105-92P9'],
  ['pi_3MtwBwLkdIwHu7ix28a3tqPa', 'pi_3MtwBwLkdIwHu7ix28a3tqPa'],
  ['W-pi_3MtwBwLkdIwHu7ix28a3tqPa-2', 'pi_3MtwBwLkdIwHu7ix28a3tqPa'],
  ['W-4111111111111111', null],
])('the receipt %s belongs to the payment %s', (receipt, tag) => {
  expect(tagOfReceipt(receipt)).toBe(tag)
})

/** An address of so many characters. */
function longAddress(length: number): string {
  const label = 'x'.repeat(60)
  const last = 'x'.repeat(length - 'maria@'.length - 3 * 61 - '.com'.length)
  return `maria@${label}.${label}.${label}.${last}.com`
}

test.each([
  ['', ''],
  [' ', ''],
  [' maria@example.com ', 'maria@example.com'],
  [longAddress(254), longAddress(254)],
  [longAddress(255), null],
  ['4111111111111111@example.com', null],
  ['maria', null],
])('a confirmation asked for at %j goes to %j', (typed, address) => {
  expect(ConfirmationEmail.safeParse(typed).data ?? null).toBe(address)
})

test.each([
  [null, null],
  ['', null],
  ['none', null],
  ['8613912345678@mail.example', null],
  [' maria@example.com ', 'maria@example.com'],
])(
  'with %j on file, a confirmation goes to %j by itself: what is sent is what a payer could type',
  (onFile, address) => {
    expect(confirmationEmailOnFile(onFile)).toBe(address)
  },
)

test.each([
  ['0.00', true],
  ['-1234.56', true],
  ['9999999999999.99', true],
  ['10000000000000.00', false],
  ['.99', false],
  ['1.9', false],
  ['1.999', false],
  ['$1.00', false],
  ['1.00 USD', false],
])('the calls of the specification carry an amount as %j: %j', (text, isAmount) => {
  expect(DecimalAmount.safeParse(text).success).toBe(isAmount)
})
