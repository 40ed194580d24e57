import { cents } from '@portal/contract/money'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { FoundRefund } from '../../adapters/payment-gateway/port-events.ts'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import { takePayment } from '../charge/take-payment.ts'
import { startReversal } from '../engine.ts'
import { closeRefund, sendAgain } from '../manual/manual-actions.ts'
import { recordExternalRefund } from '../manual/record-external-refund.ts'
import { requestRefund } from '../reversals/request-refund.ts'
import { reversalLoop } from '../reversals/send-reversals.ts'
import { intentFor, testCard, unknown } from '../testing/engine-world.ts'
import { accounts, opened, whole, eventTests } from '../testing/event-tests.ts'

const never = new AbortController().signal
const { world, asked, tell, work, paid, byHand, refunded, standing, open, emails, discrepancies } = eventTests()

describe('given a refund that the bank returns', () => {
  const charge = { chargeTag: '1001', chargeReference: null }
  const returned = (reference: string | null): FoundRefund => {
    return { ...charge, reference, amount: cents(whole), standing: cents(0), reason: 'expired card' }
  }

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

  test('or that its bank takes days for, then its event waits for nothing', async () => {
    const id = await paid()
    const start = startReversal(world.engine)
    world.gateway.answerReversal = async () => {
      return { outcome: 'unknown', reason: 'pending', reply: null, operatorAlarm: false }
    }
    await byHand(id, async (tx, move) => await requestRefund(tx, move, start))
    await reversalLoop(world.engine).run(never)
    asked.refund = { ...returned(start.reference), standing: cents(whole), reason: 'pending', isOnItsWay: true }
    await tell('refund', 're_1')
    expect([await open(), (await standing()).reversals]).toEqual([0, ['refund UNKNOWN']])
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
      books: 'empty',
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
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', books: 'empty', finance: { givenBack: 2 * whole } })
  })

  test('or that is fine, then nothing happens', async () => {
    const { reference } = await refunded()
    const before = await standing()
    asked.refund = { ...returned(reference), standing: cents(whole), reason: 'succeeded' }
    await tell('refund', 're_1')
    asked.refund = { ...returned(null), standing: cents(whole), reason: 'made in the console' }
    await tell('refund', 're_2')
    expect([await standing(), await open(), world.alarms]).toEqual([before, 0, []])
  })

  test('under a reference that another one has replaced, then it is owed again', async () => {
    const { reference } = await refunded()
    await sql`update reversal set reference = 'GSENTAGAIN0000000'`.execute(world.database.db)
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    expect(await standing()).toMatchObject({ attempt: 'REVERSING', reversals: ['refund REFUSED !'] })
    expect(await emails()).toContain('Your bank returned our refund')
  })

  test('and that was made in the console, then it is owed again: the charge says which', async () => {
    await refunded()
    asked.refund = returned(null)
    await tell('refund', 're_1')
    expect(await standing()).toMatchObject({ attempt: 'REVERSING', reversals: ['refund REFUSED !'] })
  })

  test('while another refund of the charge stands, then the payer has the money', async () => {
    const { reference } = await refunded()
    const before = await standing()
    asked.refund = { ...returned(reference), standing: cents(whole) }
    await tell('refund', 're_1')
    expect([await standing(), world.alarms]).toEqual([before, []])
  })

  test('and made again while the gateway answers, then the second answer counts', async () => {
    const { reference } = await refunded()
    const answers = [returned(reference), { ...returned(reference), standing: cents(whole) }]
    const { events } = world.gateway
    if (!events) throw new Error('It tells nothing')
    events.readRefund = async () => ({ outcome: 'found', ...(answers.shift() ?? returned(reference)) })
    await tell('refund', 're_1')
    expect((await standing()).attempt).toBe('REVERSED')
  })

  test('after a lost dispute has given the payer the money, then it is not owed twice', async () => {
    const { reference } = await refunded()
    for (const state of ['open', 'lost'] as const) {
      asked.dispute = { ...opened, state }
      await tell('dispute', 'dp_1')
    }
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', reversals: ['refund REFUSED'], books: 'empty' })
    expect(await emails()).not.toContain('Your bank returned our refund')
    asked.dispute = { ...opened, state: 'won' }
    await tell('dispute', 'dp_1')
    expect(await standing()).toMatchObject({
      attempt: 'REVERSING',
      reversals: ['refund REFUSED !'],
      books: { card: whole, unposted: -whole },
    })
    expect((await emails()).at(-1)).toBe('Your bank returned our refund')
  })

  test('and then a dispute is lost, then the bank has made the refund that is owed', async () => {
    const { reference } = await refunded()
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    for (const state of ['open', 'lost'] as const) {
      asked.dispute = { ...opened, state }
      await tell('dispute', 'dp_1')
    }
    expect(await standing()).toMatchObject({
      attempt: 'REVERSED',
      reversals: ['refund REFUSED'],
      disputes: [{ state: 'LOST' }],
      books: 'empty',
    })
    expect((await emails()).slice(-2)).toEqual(['Your bank returned our refund', 'Your payment was returned to you'])
  })

  test('and made in the console once more, then sending it again finds it made', async () => {
    const { id, reference } = await refunded()
    asked.refund = returned(reference)
    await tell('refund', 're_1')
    asked.refund = { ...returned(null), standing: cents(whole) }
    await tell('refund', 're_2')
    world.gateway.answerReversal = async () => {
      return { outcome: 'refused', reason: 'alreadyReversed', reply: emptyReply, operatorAlarm: false }
    }
    await byHand(id, async (tx, move) => await sendAgain(world.engine, tx, move))
    await work()
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', reversals: ['refund REFUSED', 'returned DONE'] })
  })

  test('of a payment that nobody asked to refund, then a person is told', async () => {
    await paid()
    const before = await standing()
    asked.refund = { ...returned(null), standing: cents(whole) }
    await tell('refund', 're_1')
    expect([await standing(), (await discrepancies()).map(([kind]) => kind)]).toEqual([
      before,
      ['reversedAtGatewayOnly'],
    ])
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
