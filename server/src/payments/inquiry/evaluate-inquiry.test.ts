import { Instant, later } from '@portal/contract/dates'
import { CheckoutPublicId } from '@portal/contract/ids'
import { cents, noCents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import type { InquiryAnswer, FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { type Inquiry, evaluateInquiry } from './evaluate-inquiry.ts'

const sentAt = Instant.parse('2026-06-01T00:00:00.000Z')
const minute = 60_000
const day = 24 * 60 * minute
/** It has been listed for so long that it counts. */
const settled = { listedFor: 5 * minute }

const purchase: FoundTransaction = {
  tag: '9',
  reference: 'G0123456789ABCDEF',
  amount: cents(4_250),
  kind: 'purchase',
  status: 'approved',
  authorization: 'ET1',
  at: '',
}
const reversal: FoundTransaction = { ...purchase, tag: '10', kind: 'void' }
const refused: FoundTransaction = { ...purchase, status: 'declined' }
const second: FoundTransaction = { ...purchase, tag: '11' }
const secondReversal: FoundTransaction = { ...purchase, tag: '12', kind: 'refund' }
const refusedReversal: FoundTransaction = { ...reversal, status: 'declined' }
const unheardOf: FoundTransaction = { ...purchase, tag: '13', kind: 'other' }
const dearer: FoundTransaction = { ...purchase, amount: cents(4_251) }

function listed(...transactions: FoundTransaction[]): InquiryAnswer {
  return { outcome: 'found', transactions }
}
const nothing: InquiryAnswer = { outcome: 'nothing' }
const unavailable: InquiryAnswer = { outcome: 'unavailable', reason: 'no connection' }

function look(
  found: InquiryAnswer,
  after: number,
  given: { misses?: number; proven?: boolean; state?: 'UNKNOWN' | 'ESCALATED'; listedFor?: number },
): Inquiry {
  const { misses = 0, proven = true, state = 'UNKNOWN', listedFor } = given
  const listedAt = listedFor === undefined ? null : later(sentAt, after - listedFor)
  const checkout = checkoutWith({ misses, state, listedAt })
  return { checkout, found, isAbsenceProven: proven, now: later(sentAt, after), pace: 1 }
}

describe('the meaning of a look-up at the gateway (docs/payments.md)', () => {
  test.each([
    ['an approval seen for the first time may still be reversed', listed(purchase), 2 * day, {}, null, false],
    ['one seen four minutes ago, too', listed(purchase), 15 * minute, { listedFor: 4 * minute }, null, false],
    ['an approval that stands after five minutes is a charge', listed(purchase), 6 * minute, settled, 'CHARGED', false],
    ['and is one after a day, too', listed(purchase), 2 * day, settled, 'CHARGED', false],
    ['a refusal seen for the first time is not final', listed(refused), 6 * minute, {}, null, false],
    ['a refusal that stands is a refusal', listed(refused), 6 * minute, settled, 'DECLINED', false],
    ['an approval with a later void is reversed', listed(purchase, reversal), 6 * minute, settled, 'REVERSED', false],
    ['a refused void takes nothing back', listed(purchase, refusedReversal), 6 * minute, settled, 'CHARGED', false],
    ['two charges and one void', listed(purchase, second, reversal), 6 * minute, settled, null, false],
    ['the same after a day', listed(purchase, second, reversal), day, settled, 'ESCALATED', false],
    [
      'two charges, both taken back',
      listed(second, secondReversal, purchase, reversal),
      6 * minute,
      settled,
      'REVERSED',
      false,
    ],
    ['a charge that is listed twice is one charge', listed(purchase, purchase), 6 * minute, settled, 'CHARGED', false],
    ['one void that is listed twice', listed(purchase, second, reversal, reversal), 6 * minute, settled, null, false],
    ['a kind nobody knows is no refusal', listed(unheardOf), 6 * minute, settled, null, false],
    ['the same beside a refusal', listed(refused, unheardOf), 6 * minute, settled, null, false],
    ['the same after a day', listed(unheardOf), day, settled, 'ESCALATED', false],
    ['a void whose charge is not listed', listed(reversal), 6 * minute, settled, null, false],
    ['a refusal beside a void whose charge is not listed', listed(refused, reversal), 6 * minute, settled, null, false],
    ['a refused void whose charge is not listed', listed(refusedReversal), 6 * minute, settled, null, false],
    ['another amount decides nothing', listed(dearer), 6 * minute, settled, null, false],
    ['a failed search proves nothing', unavailable, 2 * 60 * minute, { misses: 9 }, null, false],
    ['absence in an unproven search proves nothing', nothing, 40 * minute, { misses: 9, proven: false }, null, false],
    ['the first absence is a miss', nothing, 40 * minute, { misses: 0 }, null, true],
    ['the second absence after half an hour is a miss', nothing, 40 * minute, { misses: 1 }, null, true],
    ['the third absence before half an hour is a miss', nothing, 29 * minute, { misses: 2 }, null, true],
    ['the third absence after half an hour is the truth', nothing, 30 * minute, { misses: 2 }, 'NOT_CHARGED', false],
    ['absence of what was listed before proves nothing', nothing, 40 * minute, { misses: 9, ...settled }, null, false],
    ['absence of what was listed before, after a day', nothing, day, { misses: 9, ...settled }, 'ESCALATED', false],
    ['what nobody knows after a day needs a person', unavailable, day, {}, 'ESCALATED', false],
    ['a person is called once', unavailable, 3 * day, { state: 'ESCALATED' }, null, false],
    [
      'what was escalated is still settled',
      listed(purchase),
      3 * day,
      { state: 'ESCALATED', ...settled },
      'CHARGED',
      false,
    ],
  ] as const)('%s', (_, result, after, given, to, isMiss) => {
    expect(evaluateInquiry(look(result, after, given))).toMatchObject({ to, isMiss })
  })

  test('calls for a person when the gateway lists two charges, and keeps the older', () => {
    expect(evaluateInquiry(look(listed(purchase, second), 6 * minute, settled))).toMatchObject({
      to: 'CHARGED',
      transaction: { tag: '9' },
      surplus: [{ tag: '11' }],
      alarm: 'Duplicate charge at the gateway',
    })
  })

  test('gives nothing back when the gateway lists its one charge twice', () => {
    expect(evaluateInquiry(look(listed(purchase, purchase), 6 * minute, settled))).toMatchObject({
      surplus: [],
      alarm: null,
    })
  })

  test.each([
    ['two charges of which one was taken back', listed(purchase, second, reversal), /some reversed/],
    ['a kind of transaction nobody knows', listed(unheardOf), /unknown transaction type/],
    [
      'one transaction as approved and declined',
      listed(purchase, { ...purchase, status: 'declined' }),
      /listed twice|twice with different data/,
    ],
    [
      'one transaction as purchase and void',
      listed(purchase, { ...purchase, kind: 'void' }),
      /listed twice|twice with different data/,
    ],
    ['one transaction with two amounts', listed(purchase, dearer), /listed twice|twice with different data/],
    [
      'one transaction as declined and approved',
      listed({ ...purchase, status: 'declined' }, purchase),
      /listed twice|twice with different data/,
    ],
    ['nothing anymore where it listed a charge', nothing, /no longer lists/],
  ])('calls for a person when the gateway lists %s', (_, result, alarm) => {
    expect(evaluateInquiry(look(result, 40 * minute, settled))).toMatchObject({
      to: null,
      alarm: expect.stringMatching(alarm),
    })
  })
})

function checkoutWith(attempt: Pick<StoredCheckout['attempt'], 'misses' | 'state' | 'listedAt'>): StoredCheckout {
  return {
    id: 1,
    publicId: CheckoutPublicId.parse('0b0f7a6e-3d0b-4f3c-9f57-333333333333'),
    sessionId: 1,
    contentHash: '',
    mode: 'Online',
    sourceCode: 'CCV',
    amount: cents(4_250),
    confirmationEmail: null,
    paidBy: null,
    awaitsAddress: false,
    language: null,
    state: 'UNDECIDED',
    createdAt: sentAt,
    decidedAt: null,
    items: [],
    attempt: {
      id: 1,
      gateway: 'gge4',
      reference: purchase.reference,
      amount: cents(4_250),
      fee: noCents,
      brand: 'Visa',
      bank: null,
      lastFour: '1111',
      cardHolder: 'Maria Cruz',
      sentAt,
      inquiries: 3,
      epoch: 1,
      transactionTag: null,
      shortNumber: null,
      authorizationNumber: null,
      sequenceNumber: null,
      message: null,
      bankCode: null,
      bankMessage: null,
      gatewayRecord: null,
      ...attempt,
    },
  }
}
