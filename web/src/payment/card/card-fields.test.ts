import { cardMessages } from '@portal/contract/card'
import { cardBrands } from '@portal/contract/card-brands'
import { cents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { expect, test } from 'vitest'
import type { Rule } from '#ui/form/use-form.ts'
import { cardFormFields, type CardFormValues, cardOf, prefilledForm } from './card-fields.tsx'

const good: CardFormValues = {
  amount: cents(8053),
  cardNumber: '4111111111111111',
  expiry: '09/29',
  cardHolderName: 'María Cruz',
  cvv: '123',
  billingZipCode: '96913',
  confirmationEmail: '',
  bankAccount: '',
  accountHolderName: 'María Cruz',
  holder: 'individual',
  payAnyway: false,
}

function errorsOf(differences: Partial<CardFormValues>, acceptMastercard2Series = false): unknown {
  const fields = cardFormFields({ cards: { cardBrands, acceptMastercard2Series }, month: '2026-11' })
  const rules = new Map<string, Rule | undefined>(Object.entries(fields).map(([name, field]) => [name, field.rule]))
  const answers = Object.entries({ ...good, ...differences }).map(([name, value]) => [name, rules.get(name)?.(value)])
  return Object.fromEntries(answers.filter(([, message]) => message !== undefined))
}

test('a filled form is in order, and an e-mail is optional', () => {
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ confirmationEmail: 'maria@example.com' })).toEqual({})
})

test('an empty form says at every field what it requires, in the words of C§5', () => {
  const empty = { cardNumber: '', expiry: '', cardHolderName: ' ', cvv: '', billingZipCode: '' }
  expect(errorsOf({ ...empty, amount: cents(0) })).toEqual({
    amount: paymentTexts.amount,
    cardNumber: cardMessages.number,
    expiry: cardMessages.expiry,
    cardHolderName: cardMessages.holder,
    cvv: cardMessages.securityCode,
    billingZipCode: cardMessages.zip,
  })
})

test.each([
  [99, false],
  [100, true],
  [9_999_999, true],
  [10_000_000, false],
])('an amount of %i cents is accepted: %s', (amount, isGood) => {
  expect(errorsOf({ amount: cents(amount) })).toEqual(isGood ? {} : { amount: paymentTexts.amount })
})

test.each([
  ['3111111111111111', cardMessages.numberFormat],
  ['5611111111111111', cardMessages.numberFormat],
  ['411111111111111', cardMessages.numberOf.Visa],
  ['4111111111111112', cardMessages.numberOf.Visa],
  ['55000000000000044', cardMessages.numberOf.Mastercard],
  ['6011', cardMessages.numberOf.Discover],
])('the card number %s is answered with %j', (cardNumber, message) => {
  expect(errorsOf({ cardNumber })).toEqual({ cardNumber: message })
})

test('Mastercard 2-series is taken only where the profile says so (R12)', () => {
  expect(errorsOf({ cardNumber: '2223000148400010' })).toEqual({ cardNumber: cardMessages.numberFormat })
  expect(errorsOf({ cardNumber: '2223000148400010' }, true)).toEqual({})
})

test.each([
  ['10', '26', false],
  ['11', '26', true],
  ['12', '46', true],
  ['01', '47', false],
  ['', '29', false],
])('in November 2026 a card until %s/%s is good: %s', (month, year, isGood) => {
  expect(errorsOf({ expiry: `${month}/${year}` })).toEqual(isGood ? {} : { expiry: cardMessages.expiry })
})

test.each(['08/29', '0829', '08/2029', '8/29', '082029', '08 / 29', '8-29', '829', '\u0660\u0668/\u0662\u0669'])(
  'an expiry typed as %j is read as August 2029',
  (expiry) => {
    expect(errorsOf({ expiry })).toEqual({})
    expect(cardOf({ ...good, expiry })).toMatchObject({ validExpDate: '0829' })
  },
)

test.each(['', '08', '13/29', '00/29', '08/1929', '08/', 'August 2029', '08/29/30'])('%j is no expiry', (expiry) => {
  expect(errorsOf({ expiry })).toEqual({ expiry: cardMessages.expiry })
})

test('the card travels with its expiry as MMYY', () => {
  expect(cardOf(good)).toMatchObject({ validExpDate: '0929', cvv: '123' })
})

test('what is on file is filled in', () => {
  const begun = prefilledForm({ amount: cents(8053), postal: '96913', email: 'maria@example.com' })
  expect(begun).toMatchObject({ amount: 8053, billingZipCode: '96913', confirmationEmail: 'maria@example.com' })
})

test.each([
  ['', ''],
  ['8613912345678@mail.example', 'K1A 0B1'],
  ['none', '96913-1234'],
])('what is on file and would be refused is not filled in: %j, %j', (email, postal) => {
  const begun = prefilledForm({ amount: cents(8053), postal, email })
  expect(begun).toMatchObject({ billingZipCode: '', confirmationEmail: '' })
  expect(errorsOf({ confirmationEmail: begun.confirmationEmail ?? '' })).toEqual({})
})
