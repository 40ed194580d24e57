import { paymentTexts } from '@portal/contract/payments'
import { expect, test } from 'vitest'
import { testCheckout, unpaidCheckout } from '#testing/data.ts'
import { explanationForClerk } from './clerk-texts.ts'

const notCharged = 'The caller’s card was not charged.'
const willShow = 'The account will show the payment within a few minutes.'
const again = `${notCharged} Trying again, or with another card, is safe.`
const doNotTake =
  'Do not take this payment again, and ask the caller not to pay it again: the card network is being asked.'
const reports = 'You need not wait for it: Reports shows the outcome under the reference number.'
const offices = 'If it fails again, the caller can pay at one of the offices.'
const bank = 'The caller’s bank may take a few days to show it.'
const withoutEmail = { confirmationEmail: null }

test.each([
  ['approved', testCheckout(), ['A confirmation is on its way to maria@example.com.', willShow]],
  [
    'approved without an e-mail address',
    testCheckout(withoutEmail),
    ['No confirmation is sent, because there is no e-mail address: read the receipt number to the caller.', willShow],
  ],
  [
    'declined with a reason',
    unpaidCheckout('declined', 'Insufficient funds'),
    ['The reason given: Insufficient funds', again],
  ],
  ['declined without one', unpaidCheckout('declined'), [again]],
  ['not processed', unpaidCheckout('serverFailed'), [paymentTexts.failed, notCharged, paymentTexts.contactUs, offices]],
  [
    'not even received',
    null,
    [
      paymentTexts.failed,
      'The payment did not reach us, so the caller’s card was not charged.',
      paymentTexts.contactUs,
      offices,
    ],
  ],
  [
    'being confirmed',
    unpaidCheckout('beingConfirmed'),
    [doNotTake, 'The caller gets an e-mail at maria@example.com when the outcome is known.', reports],
  ],
  [
    'being confirmed without an e-mail address',
    { ...unpaidCheckout('beingConfirmed'), ...withoutEmail },
    [doNotTake, 'There is no e-mail address: the caller can ask for the outcome with the reference number.', reports],
  ],
  ['given back', unpaidCheckout('reversed'), [bank]],
  ['given back for a reason', unpaidCheckout('reversed', 'It was paid twice.'), [bank, 'It was paid twice.']],
])('of a payment that is %s the clerk reads what to tell the caller and what to do', (_, checkout, sentences) => {
  expect(explanationForClerk(checkout)).toEqual(sentences)
})
