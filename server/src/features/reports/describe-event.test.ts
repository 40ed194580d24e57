import { Instant } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { type LoggedEvent, describeEvent } from './describe-event.ts'

const at = Instant.parse('2026-02-09T03:00:00.000Z')
const refused = { at, subject: 'reversal', from: 'SENT', to: 'REFUSED' } as const

/** Everything that an event can know, and something that nobody reads. */
const known = {
  sequence: '001234',
  authorization: 'ET131078',
  tag: '1871007',
  reference: 'GWA7F3K2M9Q4',
  receipt: 'W-1871007',
  message: 'Transaction Normal',
  bankMessage: 'Approved',
  amount: 4250,
  billingReference: 'B-7',
  tries: 2,
  epoch: 3,
}

test.each<[string, Omit<LoggedEvent, 'at'>, string]>([
  [
    'all that is known of a charge, each with its name',
    { subject: 'attempt', from: 'INTENT', to: 'CHARGED', detail: known },
    'Card charged: $42.50, Approved, Transaction Normal, receipt W-1871007, reference GWA7F3K2M9Q4, tag 1871007, authorization ET131078, sequence 001234, billing reference B-7, 2 attempts.',
  ],
  [
    'an email by what people call it',
    { subject: 'email', from: null, to: 'QUEUED', detail: { kind: 'payment-charged-twice' } },
    'Email queued: duplicate charge refunded.',
  ],
  [
    'a refusal in the words of the gateway',
    { ...refused, detail: { reason: 'other', bankMessage: null, message: 'Invalid Refund' } },
    'Void or refund rejected: Invalid Refund.',
  ],
  [
    'the same as an older version recorded it',
    { ...refused, detail: { reason: 'other', bankMessage: null, exactMessage: 'Invalid Refund' } },
    'Void or refund rejected: Invalid Refund.',
  ],
  [
    'a refusal whose cause the engine knows by a word of its own',
    { ...refused, detail: { reason: 'amountMismatch', bankMessage: 'Amount Error' } },
    'Void or refund rejected: Amount Error, the amount differs from the charge, or exceeds what is left of it.',
  ],
  [
    'a request that cannot be written',
    { ...refused, detail: { reason: 'cannotBeNamed' } },
    'Void or refund rejected: the transaction tag or authorization number is missing.',
  ],
  [
    'a charge that is not given back after all: it was not charged again',
    { subject: 'attempt', from: 'REVERSING', to: 'CHARGED', detail: { reason: 'refund refused' } },
    'Reversal not made: the charge stands: refund refused.',
  ],
  [
    'its payment',
    { subject: 'checkout', from: 'REVERSING', to: 'PAID', detail: {} },
    'Refund not made: the payment stands.',
  ],
  [
    'a charge that was given back',
    { subject: 'attempt', from: 'REVERSING', to: 'REVERSED', detail: {} },
    'Charge reversed.',
  ],
  [
    'of a look that found nothing new who is asked again',
    { subject: 'attempt', from: 'UNKNOWN', to: 'UNKNOWN', detail: { look: 3 } },
    'Checked with the gateway: check 3.',
  ],
  [
    'the same when a person had it done',
    { subject: 'attempt', from: 'UNKNOWN', to: 'UNKNOWN', detail: { by: 'ana' } },
    'Gateway check requested by an admin: by ana.',
  ],
  [
    'an event without a state by what was looked at',
    { subject: 'posting', from: 'PENDING', to: null, detail: {} },
    'Posting retried.',
  ],
  [
    'what a person did without moving the payment',
    {
      subject: 'checkout',
      from: 'PAID',
      to: 'PAID',
      detail: { by: 'ana', kind: 'requested a refund', reason: 'twice' },
    },
    'ana requested a refund: twice.',
  ],
  [
    'a person’s settlement as the move that it is',
    { subject: 'checkout', from: 'UNDECIDED', to: 'PAID', detail: { by: 'ana', kind: 'settled', reason: 'seen' } },
    'Payment paid: seen, settled, by ana.',
  ],
  [
    'what a person had done about an account’s payment as a try, whatever its words',
    { subject: 'posting', from: 'PENDING', to: 'PENDING', detail: { by: 'ana', kind: 'again', reason: 'asked' } },
    'Posting retried by an admin: asked, again, by ana.',
  ],
  [
    'that a refund was refused because the gateway does not find its charge',
    { subject: 'reversal', from: 'SENT', to: 'REFUSED', detail: { reason: 'tooLate' } },
    'Void or refund rejected: too late for this type of reversal.',
  ],
  [
    'a reason of anything but a void or refund as it stands',
    { subject: 'posting', from: 'POSTING', to: 'REJECTED', detail: { reason: 'tooLate' } },
    'Posting rejected: manual resolution needed: tooLate.',
  ],
])('the log tells %s', (_, event, text) => {
  expect(describeEvent({ at, ...event }).text).toBe(text)
})

test.each<[LoggedEvent['subject'], string | null, ReturnType<typeof describeEvent>['entry']]>([
  ['checkout', null, 'save_over_all_transaction'],
  ['checkout', 'DRAFT', 'save_over_all_transaction'],
  ['checkout', 'CHARGING', 'update_over_all_transaction'],
  ['attempt', null, 'payeezy_response'],
  ['reversal', 'SENT', 'payeezy_response'],
  ['posting', 'PENDING', 'save_ccb_response'],
  ['email', null, 'email_response'],
])('a move of a %s from %s comes under %s (A§3)', (subject, from, entry) => {
  expect(describeEvent({ at, subject, from, to: 'PAID', detail: {} }).entry).toBe(entry)
})

test.each([
  ['PROCESSING', 'CHARGED', 'Paid by the bank.'],
  ['PROCESSING', 'RETURNED', 'Returned by the bank.'],
  ['PROCESSING', 'NOT_CHARGED', 'Not debited.'],
  ['INTENT', 'PROCESSING', 'Submitted to the bank.'],
  ['INTENT', 'DECLINED', 'Bank account refused.'],
])('of a bank account, %s to %s names no card', (from, to, text) => {
  expect(describeEvent({ at, subject: 'attempt', from, to, detail: {} }, true)).toMatchObject({ text })
})
