import type { Checkout } from '@portal/contract/checkout'
import { cents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { expect, test } from 'vitest'
import { testCheckout, testStart, unpaidCheckout } from '#testing/data.ts'
import { receiptOf, receiptOfNothing } from './receipt.ts'

const receipt = (checkout: Checkout) => receiptOf(checkout, testStart.profile)
const linesOf = (checkout: Checkout) =>
  Object.fromEntries(receipt(checkout).lines.map(({ term, value }) => [term, value]))

test('an approved payment has every receipt field of C§2.8, in the time of the utility', () => {
  expect(receipt(testCheckout())).toMatchObject({ title: paymentTexts.approved, amount: '$80.53 USD' })
  expect(linesOf(testCheckout())).toEqual({
    'Receipt number': 'W-81234567',
    'Reference number': 'GWA7F3K2M9Q4',
    'Authorization number': 'ET131078',
    'Date and time': '11/21/2026 8:00:00 AM',
    Card: 'Visa ending in 1111',
    'Card holder name': 'María Cruz',
  })
})

const shortNumbered = { shortNumber: 'K105-92P9', transactionTag: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' } as const

test('where nobody can read out the gateway’s tag, a number of ours leads, and the processor’s stand below', () => {
  const checkout = testCheckout({ ...shortNumbered, receiptNumber: 'W-K105-92P9' })
  expect(receipt(checkout).lines.map(({ term }) => term)).toEqual([
    'Receipt number',
    'Authorization number',
    'Date and time',
    'Card',
    'Card holder name',
  ])
  expect(linesOf(checkout)['Receipt number']).toBe('W-K105-92P9')
  expect(receipt(checkout).processor).toEqual({
    title: 'Numbers of the payment processor',
    lines: [
      { term: 'Reference number', value: 'GWA7F3K2M9Q4', isReference: true },
      { term: 'Payment', value: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', isReference: true },
    ],
  })
  expect(receipt(testCheckout()).processor).toBeNull()
})

test.each(['beingConfirmed', 'declined', 'serverFailed', 'reversed'] as const)(
  'a payment that is %s is quoted by the same short number, without a receipt’s W-',
  (outcome) => {
    const checkout = { ...unpaidCheckout(outcome), ...shortNumbered }
    expect(linesOf(checkout)['Reference number']).toBe('K105-92P9')
    expect(receipt(checkout).processor).toBeNull()
  },
)

test('the accounts table has the service location up to its first comma, and only amounts above zero', () => {
  const [account] = testCheckout().accounts
  if (!account) throw new Error('No account')
  const accounts = [account, { ...account, amount: cents(0) }]
  expect(receipt(testCheckout({ accounts })).accounts).toEqual([
    { accountId: '0123456789', serviceLocation: '123 Marine Corps Dr', amount: '$80.53', receiptNumber: 'W-81234567' },
  ])
})

test.each([
  ['declined', paymentTexts.notProcessed, 'Your card was not charged.'],
  ['serverFailed', paymentTexts.notProcessed, paymentTexts.contactUs],
  ['serverFailed', paymentTexts.notProcessed, paymentTexts.tryLater],
  ['beingConfirmed', paymentTexts.beingConfirmed, paymentTexts.doNotPayAgain],
  ['reversed', 'We’re refunding your payment.', 'It can take a few days'],
  ['refunded', 'Your payment was refunded.', 'It can take a few days'],
] as const)('a payment that is %s says %j and %j', (outcome, title, sentence) => {
  const said = receipt(unpaidCheckout(outcome))
  expect(said.title).toBe(title)
  expect(said.explanation.join(' ')).toContain(sentence)
})

test.each([
  ['declined', ['Your card was not charged. Try again, or use a different card.']],
  ['serverFailed', [paymentTexts.tryLater, 'Your card was not charged.', paymentTexts.contactUs]],
  ['reversed', ['It can take a few days to appear on your statement.']],
] as const)('a payment that is %s, without a reason, says no more than what follows', (outcome, sentences) => {
  expect(receipt(unpaidCheckout(outcome)).explanation).toEqual(sentences)
})

test.each([
  ['maria@example.com', ['We’re emailing your receipt to maria@example.com.']],
  [null, []],
])('an approved payment says where its confirmation goes: %j', (confirmationEmail, sentences) => {
  expect(receipt(testCheckout({ confirmationEmail })).explanation).toEqual([
    ...sentences,
    'The account will show this payment within a few minutes.',
  ])
})

test('a payment that goes back says the reason, if there is one', () => {
  const { explanation } = receipt({ ...unpaidCheckout('reversed'), message: 'It was paid twice.' })
  expect(explanation).toEqual(['It can take a few days to appear on your statement.', 'It was paid twice.'])
})

test('a payment that never reached us says so (C§2.8)', () => {
  const { title, amount, explanation, lines, accounts } = receiptOfNothing(testStart.profile)
  expect([title, amount, lines, accounts]).toEqual([paymentTexts.notProcessed, null, [], []])
  expect(explanation).toEqual([
    paymentTexts.tryLater,
    'Your card was not charged. Your payment didn’t reach us.',
    paymentTexts.contactUs,
  ])
})

test('a payment that is being confirmed is never called not processed or not charged (R19)', () => {
  const { title, explanation } = receipt(unpaidCheckout('beingConfirmed'))
  expect([title, ...explanation].join(' ')).not.toMatch(/not (processed|charged)/)
})

test.each([
  ['approved', true],
  ['beingConfirmed', true],
  ['reversed', true],
  ['refunded', true],
  ['declined', false],
  ['serverFailed', false],
] as const)('refunds are explained where the card was or may have been charged: %s, %s', (outcome, isExplained) => {
  const checkout = outcome === 'approved' ? testCheckout() : unpaidCheckout(outcome)
  expect(receipt(checkout).merchant.refundPolicy).toBe(isExplained ? testStart.profile.refundPolicy : null)
})

test('a payment of several accounts says that all of them will show it', () => {
  const [account] = testCheckout().accounts
  if (!account) throw new Error('No account')
  expect(receipt(testCheckout()).explanation).toContain('The account will show this payment within a few minutes.')
  expect(receipt(testCheckout({ accounts: [account, account] })).explanation).toContain(
    'The accounts will show this payment within a few minutes.',
  )
})

test('a decline gives the bank’s reason', () => {
  expect(receipt(unpaidCheckout('declined', 'Insufficient funds')).explanation).toContain('Insufficient funds')
})
