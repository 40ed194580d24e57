import { cents } from '@portal/contract/money'
import type { ReversalRefusal, ReversalRequest } from '@portal/server/adapters/payment-gateway/port.ts'
import { describe, expect, test } from 'vitest'
import { type ReversibleCharge, batchAt, authorizationOfAll, refusalOf } from './books.ts'

const charge: ReversibleCharge = {
  amount: cents(1_000),
  status: 'approved',
  givenBack: cents(0),
  isBatchOpen: true,
}
const refund: ReversalRequest = {
  kind: 'refund',
  reference: 'GREVERSAL00000001',
  tag: '1000',
  authorization: authorizationOfAll,
  amount: cents(1_000),
}
const aVoid: ReversalRequest = { ...refund, kind: 'void' }

describe('the simulated gateway gives back as the real one does', () => {
  test.each<[string, ReversibleCharge | null, ReversalRequest, ReversalRefusal | null]>([
    ['a whole charge in its batch', charge, aVoid, null],
    ['a void after the batch', { ...charge, isBatchOpen: false }, aVoid, 'tooLate'],
    ['a refund after the batch', { ...charge, isBatchOpen: false }, refund, null],
    ['a part', charge, { ...refund, amount: cents(400) }, null],
    ['a part as a void', charge, { ...aVoid, amount: cents(400) }, 'amountMismatch'],
    ['the rest', { ...charge, givenBack: cents(400) }, { ...refund, amount: cents(600) }, null],
    ['more than the rest', { ...charge, givenBack: cents(400) }, refund, 'amountMismatch'],
    ['a void of the rest', { ...charge, givenBack: cents(400) }, { ...aVoid, amount: cents(600) }, 'amountMismatch'],
    ['again', { ...charge, givenBack: cents(1_000) }, refund, 'alreadyReversed'],
    ['again as a void, too late', { ...charge, givenBack: cents(1_000), isBatchOpen: false }, aVoid, 'alreadyReversed'],
    ['a declined charge', { ...charge, status: 'declined' }, refund, 'tooLate'],
    ['no charge', null, refund, 'tooLate'],
    ['with the authorization of another', charge, { ...refund, authorization: 'ET2' }, 'tooLate'],
  ])('%s', (_, given, request, expected) => {
    expect(refusalOf(given, request)).toBe(expected)
  })

  test('closes its batches at 10:00, 15:00 and midnight in Guam', () => {
    const inGuam = (time: string): number => batchAt(Date.parse(`2026-06-02T${time}+10:00`))
    expect(inGuam('00:00:00')).toBe(inGuam('09:59:59'))
    expect(inGuam('10:00:00')).toBe(inGuam('09:59:59') + 1)
    expect(inGuam('14:59:59')).toBe(inGuam('10:00:00'))
    expect(inGuam('15:00:00')).toBe(inGuam('10:00:00') + 1)
    expect(inGuam('23:59:59')).toBe(inGuam('15:00:00'))
    expect(inGuam('24:00:00')).toBe(inGuam('15:00:00') + 1)
  })
})
