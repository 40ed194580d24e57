import { expect, test } from 'vitest'
import { testCheckout, unpaidCheckout } from '#testing/data.ts'
import { explanationForClerk } from './clerk-texts.ts'

const notCharged = 'The caller’s card was not charged.'
const willShow = 'The account will show this payment within a few minutes.'
const again = `${notCharged} You can try again, or use a different card. The caller can also pay online.`
const doNotTake =
  'Do not take this payment again, and ask the caller not to pay again. We’re confirming it with the gateway.'
const reports = 'You don’t need to wait. Find the result in Reports by reference number.'
const offices = 'You can try again. If it fails again, the caller can pay at an office.'
const bank = 'It can take a few days to appear on the caller’s statement.'
const withoutEmail = { confirmationEmail: null }

test.each([
  ['approved', testCheckout(), ['We’re emailing the receipt to maria@example.com.', willShow]],
  [
    'approved without an e-mail address',
    testCheckout(withoutEmail),
    ['No email address was given. Read the receipt number to the caller.', willShow],
  ],
  ['declined with a reason', unpaidCheckout('declined', 'Insufficient funds'), ['Insufficient funds', again]],
  ['declined without one', unpaidCheckout('declined'), [again]],
  ['not processed', unpaidCheckout('serverFailed'), [notCharged, offices]],
  ['not even received', null, ['The caller’s card was not charged. The payment didn’t reach the server.', offices]],
  [
    'being confirmed',
    unpaidCheckout('beingConfirmed'),
    [doNotTake, 'We’ll email maria@example.com when we know the result.', reports],
  ],
  [
    'being confirmed without an e-mail address',
    { ...unpaidCheckout('beingConfirmed'), ...withoutEmail },
    [doNotTake, 'No email address was given. The caller can ask for the result with the reference number.', reports],
  ],
  ['given back', unpaidCheckout('reversed'), [bank]],
  ['given back for a reason', unpaidCheckout('reversed', 'It was paid twice.'), [bank, 'It was paid twice.']],
])('of a payment that is %s the clerk reads what to tell the caller and what to do', (_, checkout, sentences) => {
  expect(explanationForClerk(checkout)).toEqual(sentences)
})
