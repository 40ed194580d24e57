import { Instant } from '@portal/contract/dates'
import { expect, test } from 'vitest'
import { type LoggedEvent, describeEvent } from './describe-event.ts'

const at = Instant.parse('2026-02-09T03:00:00.000Z')
const refused = { at, subject: 'reversal', from: 'SENT', to: 'REFUSED' } as const

test.each<[string, Omit<LoggedEvent, 'at'>, string]>([
  [
    'a refusal in the words of the gateway',
    { ...refused, detail: { reason: 'other', bankMessage: null, exactMessage: 'Invalid Refund' } },
    'The void or refund was refused: Invalid Refund.',
  ],
  [
    'a refusal whose cause the engine knows by a word of its own',
    { ...refused, detail: { reason: 'amountMismatch', bankMessage: 'Amount Error' } },
    'The void or refund was refused: Amount Error, it is another amount than that of the charge, or more than is left of it.',
  ],
  [
    'a request that cannot be written',
    { ...refused, detail: { reason: 'cannotBeNamed' } },
    'The void or refund was refused: the gateway cannot be told which charge: its tag or authorization number is missing.',
  ],
  [
    'a charge that is not given back after all: it was not charged again',
    { subject: 'attempt', from: 'REVERSING', to: 'CHARGED', detail: { reason: 'refund refused' } },
    'The charge stands: refund refused.',
  ],
  ['its payment', { subject: 'checkout', from: 'REVERSING', to: 'PAID', detail: {} }, 'The payment stands.'],
  [
    'a charge that was given back',
    { subject: 'attempt', from: 'REVERSING', to: 'REVERSED', detail: {} },
    'The charge was given back.',
  ],
])('the log tells %s', (_, event, text) => {
  expect(describeEvent({ at, ...event }).text).toBe(text)
})
