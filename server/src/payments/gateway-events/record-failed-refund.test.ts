import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { FoundRefund } from '../../adapters/card-gateway/port-events.ts'
import { emptyReply } from '../../adapters/card-gateway/port.ts'
import { takePayment } from '../charge/take-payment.ts'
import { startReversal } from '../engine.ts'
import { closeRefund, sendAgain } from '../manual/manual-actions.ts'
import { recordExternalRefund } from '../manual/record-external-refund.ts'
import { requestRefund } from '../reversals/request-refund.ts'
import { reversalLoop } from '../reversals/send-reversals.ts'
import { intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { accounts, whole, eventTests } from '../testing/event-tests.ts'

const never = new AbortController().signal
const { world, asked, tell, work, paid, byHand, refunded, standing, open, emails } = eventTests()

describe('given a refund that the bank returns', () => {
  const returned = (reference: string): FoundRefund => ({ reference, isFailed: true, reason: 'expired card' })

  test('then it is owed again, and the books say so', async () => {
    const { reference } = await refunded()
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    await tell('refund', 're_1')
    expect(await standing()).toMatchObject({
      attempt: 'REVERSING',
      postings: ['CANCELLED', 'CANCELLED'],
      reversals: ['refund REFUSED !'],
      books: { card: whole, unposted: -whole },
      finance: { givenBack: whole, refundFailed: whole },
    })
    expect(world.alarms).toEqual([expect.stringContaining('A refund was returned by the bank')])
    expect(await emails()).toContain('Your bank returned our refund')
  })

  test('before the billing system has canceled the payment, then that goes on', async () => {
    const id = await paid()
    const start = startReversal(world.engine)
    await byHand(id, async (tx, move) => await requestRefund(tx, move, start))
    await reversalLoop(world.engine).run(never)
    asked.refund = returned(start.reference)
    await tell('refund', 're_1')
    await work()
    expect(await standing()).toMatchObject({ attempt: 'REVERSING', postings: ['CANCELLED', 'CANCELLED'] })
  })

  test('then it can be sent again, and counts again', async () => {
    const { id, reference } = await refunded()
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    expect(await byHand(id, closeRefund)).toBe(false)
    expect(await byHand(id, async (tx, move) => await sendAgain(world.engine, tx, move))).toBe(true)
    await work()
    expect(await standing()).toMatchObject({
      attempt: 'REVERSED',
      reversals: ['refund REFUSED', 'returned DONE'],
      books: {},
      finance: { givenBack: 2 * whole, refundFailed: whole, cancelled: whole },
    })
    const refundedTwice = ['Your payment was refunded', 'Your bank returned our refund', 'Your payment was refunded']
    expect((await emails()).slice(-3)).toEqual(refundedTwice)
    expect(world.billing.cancelled).toHaveLength(2)
  })

  test('then a gateway that refuses it again leaves it owed', async () => {
    const { id, reference } = await refunded()
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    world.gateway.answerReversal = async () => {
      return { outcome: 'refused', reason: 'other', reply: emptyReply, operatorAlarm: false }
    }
    await byHand(id, async (tx, move) => await sendAgain(world.engine, tx, move))
    await work()
    expect(await standing()).toMatchObject({
      attempt: 'REVERSING',
      reversals: ['refund REFUSED', 'returned REFUSED !'],
      books: { card: whole, unposted: -whole },
    })
  })

  test('then it can be recorded as given back another way', async () => {
    const { id, reference } = await refunded()
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    const { id: refused } = await world.database.db.selectFrom('reversal').select('id').executeTakeFirstOrThrow()
    const recorded = await byHand(id, async (tx, move) => await recordExternalRefund(world.engine, tx, move, refused))
    expect(recorded).toBe('recorded')
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', books: {}, finance: { givenBack: 2 * whole } })
  })

  test('or that is fine, then nothing happens', async () => {
    const { reference } = await refunded()
    const before = await standing()
    asked.refund = { reference, isFailed: false, reason: 'succeeded' }
    await tell('refund', 're_1')
    asked.refund = { reference: null, isFailed: true, reason: 'made in the console' }
    await tell('refund', 're_2')
    expect([await standing(), await open(), world.alarms]).toEqual([before, 0, []])
  })

  test('of a charge that never became a payment, then finance is told of both', async () => {
    world.gateway.answer = async () => {
      return { ...unknown, reply: { ...emptyReply, tag: '1001' } }
    }
    world.billing.paidOtherwise = true
    const { reference } = await takenLate()
    await work()
    const { reference: given } = await world.database.db
      .selectFrom('reversal')
      .select('reference')
      .executeTakeFirstOrThrow()
    asked.refund = returned(given)
    await tell('refund', 're_1')
    const { rows } = await sql<{ kinds: string[] }>`
      select array_agg(kind order by id) as kinds from finance_entry`.execute(world.database.db)
    expect([reference.length > 0, rows[0]?.kinds]).toEqual([true, ['strayCharged', 'strayGivenBack', 'refundFailed']])
    const { state } = await world.database.db.selectFrom('charge_attempt').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('REVERSING')
  })

  async function takenLate(): Promise<{ reference: string }> {
    const intent = intentFor(world.engine, accounts)
    await takePayment(world.engine, intent, testCard, null)
    const { reference } = intent
    const transaction = { reference, kind: 'purchase', status: 'approved', authorization: 'A1', at: '' } as const
    const transactions = [{ ...transaction, tag: '1001', amount: cents(whole) }]
    world.gateway.books = { outcome: 'found', isFinal: true, transactions }
    await work()
    return intent
  }
})
