import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import type { InquiryAnswer, FoundTransaction } from '../../adapters/payment-gateway/port.ts'
import { evaluateRecheck } from './evaluate-inquiry.ts'

const checkout = { attempt: { amount: cents(4_250) } }

function row(tag: string, change: Partial<FoundTransaction> = {}): FoundTransaction {
  const common = { tag, reference: 'G0000000000000001', amount: cents(4_250), authorization: 'ET1', at: '' }
  return { ...common, kind: 'purchase', status: 'approved', ...change }
}

describe('a look-up after the payer was told that nothing was charged', () => {
  const found = (...transactions: FoundTransaction[]): InquiryAnswer => ({ outcome: 'found', transactions })

  test.each<[string, InquiryAnswer, string[]]>([
    ['nothing is listed', { outcome: 'nothing' }, []],
    ['gateway search failed', { outcome: 'unavailable', reason: 'no connection' }, []],
    ['a refusal', found(row('1', { status: 'declined' })), []],
    ['a charge', found(row('1')), ['1']],
    ['two charges', found(row('1'), row('2')), ['1', '2']],
    ['a charge that is listed twice', found(row('1'), row('1')), ['1']],
    ['a charge the gateway took back by itself', found(row('1'), row('2', { kind: 'void' })), []],
    ['a charge whose reversal was refused', found(row('1'), row('2', { kind: 'void', status: 'declined' })), ['1']],
    ['two charges, one of them taken back', found(row('1'), row('2'), row('3', { kind: 'void' })), ['1', '2']],
    [
      'two charges, both taken back',
      found(row('1'), row('2'), row('3', { kind: 'void' }), row('4', { kind: 'void' })),
      [],
    ],
  ])('%s: these charges are given back', (_, looked, tags) => {
    expect(evaluateRecheck(checkout, looked).charges.map(({ tag }) => tag)).toEqual(tags)
  })

  test('an unknown kind of transaction calls for a person', () => {
    const judged = evaluateRecheck(checkout, found(row('1', { kind: 'other' })))
    expect(judged).toMatchObject({ charges: [], alarm: expect.stringContaining('an unknown transaction type') })
  })

  test('a transaction that is listed in two ways calls for a person', () => {
    const judged = evaluateRecheck(checkout, found(row('1', { status: 'declined' }), row('1')))
    expect(judged).toMatchObject({
      charges: [],
      alarm: expect.stringContaining('one transaction twice with different data'),
    })
  })

  test.each([
    ['a charge', [row('1', { amount: cents(4_251) })]],
    ['one of two charges', [row('1'), row('2', { amount: cents(4_251) })]],
  ])('%s of another amount calls for a person', (_what, rows) => {
    const judged = evaluateRecheck(checkout, found(...rows))
    expect(judged).toMatchObject({ charges: [], alarm: 'The gateway lists a charge with a different amount' })
  })
})
