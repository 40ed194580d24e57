import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import type { FoundDispute } from '../../adapters/payment-gateway/port-events.ts'
import { closeDisputes } from '../manual/manual-actions.ts'
import { undoResolution } from '../manual/undo-resolution.ts'
import { movesOfDispute, storeEvents } from '../records/gateway-events.ts'
import { opened, whole, eventTests } from '../testing/event-tests.ts'
import { recordDispute } from './record-dispute.ts'

const { world, asked, tell, act, work, paid, byHand, refunded, standing, open, emails, discrepancies } = eventTests()

/** Each told, acted on, and posted or canceled. */
async function decide(...states: FoundDispute['state'][]): Promise<void> {
  for (const state of states) {
    asked.dispute = { ...opened, state }
    await tell('dispute', 'dp_1')
    for (let tries = 0; tries < 10; tries++) await work()
    await act()
    await work()
    await world.database.db.updateTable('email').set({ delivered_at: world.clock.now() }).execute()
  }
}

describe('given a dispute of a payment', () => {
  test('that opens, then the payment stands while the gateway holds the money back', async () => {
    await paid()
    asked.dispute = opened
    await tell('dispute', 'dp_1')
    expect(await standing()).toMatchObject({
      attempt: 'CHARGED',
      postings: ['POSTED', 'POSTED'],
      disputes: [{ state: 'OPEN', person: true }],
      books: { posted: -whole, disputed: whole },
      finance: { disputed: whole },
    })
  })

  test('that is won, then the money is back, and a person reads it once', async () => {
    const id = await paid()
    asked.dispute = opened
    await tell('dispute', 'dp_1')
    asked.dispute = { ...opened, state: 'won' }
    await tell('dispute', 'dp_1')
    expect(await standing()).toMatchObject({
      attempt: 'CHARGED',
      disputes: [{ state: 'WON', person: true }],
      books: { card: whole, posted: -whole },
      finance: { disputed: whole, disputeReturned: whole },
    })
    expect([await byHand(id, closeDisputes), await byHand(id, closeDisputes)]).toEqual([true, false])
    await tell('dispute', 'dp_1')
    expect((await standing()).disputes).toEqual([{ state: 'WON', person: false }])
  })

  test('that is lost, then the payment is taken back, and the accounts owe it again', async () => {
    await paid()
    asked.dispute = opened
    await tell('dispute', 'dp_1')
    asked.dispute = { ...opened, state: 'lost' }
    await tell('dispute', 'dp_1')
    await work()
    expect(await standing()).toEqual({
      attempt: 'REVERSED',
      items: ['DECLINED', 'DECLINED'],
      postings: ['CANCELLED', 'CANCELLED'],
      reversals: [],
      disputes: [{ state: 'LOST', person: true }],
      books: 'empty',
      finance: { charged: whole, posted: whole, disputed: whole, cancelled: whole },
    })
    expect(world.billing.cancelled).toMatchObject([{ reason: 'dispute lost' }, { reason: 'dispute lost' }])
    expect(await emails()).toContain('Your payment was returned to you')
  })

  test('of which only the end arrives, then it ends the same', async () => {
    await paid()
    asked.dispute = { ...opened, state: 'lost' }
    await tell('dispute', 'dp_1')
    await work()
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', books: 'empty', finance: { disputed: whole } })
  })

  test('that is lost and then won, then the payment counts again, is posted again, and the payer reads of it', async () => {
    await paid()
    await decide('open', 'lost', 'open', 'won')
    await work()
    expect(await standing()).toEqual({
      attempt: 'CHARGED',
      items: ['PAID', 'PAID'],
      postings: ['POSTED', 'POSTED'],
      reversals: [],
      disputes: [{ state: 'WON', person: true }],
      books: { card: whole, posted: -whole },
      finance: { charged: whole, posted: 2 * whole, disputed: whole, disputeReturned: whole, cancelled: whole },
    })
    expect(world.billing.payments.map(({ receipt }) => receipt)).toEqual([
      'W-1001-1',
      'W-1001-2',
      'W-1001-1001',
      'W-1001-1002',
    ])
    expect((await emails()).slice(-2)).toEqual(['Your payment was returned to you', 'Your payment counts again'])
    expect(world.alarms).toEqual([])
  })

  test('that is lost, won and lost again, then every turn is true, and the payer reads of each', async () => {
    await paid()
    await decide('lost', 'won', 'lost')
    expect(await standing()).toMatchObject({
      attempt: 'REVERSED',
      postings: ['CANCELLED', 'CANCELLED'],
      books: 'empty',
    })
    await decide('won')
    await work()
    expect(await standing()).toMatchObject({ attempt: 'CHARGED', postings: ['POSTED', 'POSTED'] })
    expect(world.billing.payments.at(-1)?.receipt).toBe('W-1001-2002')
    expect((await emails()).slice(-4)).toEqual([
      'Your payment was returned to you',
      'Your payment counts again',
      'Your payment was returned to you',
      'Your payment counts again',
    ])
  })

  test('that is won and then lost, then the payment is taken back', async () => {
    await paid()
    await decide('open', 'won', 'lost')
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', disputes: [{ state: 'LOST' }], books: 'empty' })
    expect(await emails()).toContain('Your payment was returned to you')
  })

  test('that the bank opens after its inquiry was closed, then the gateway holds the money back', async () => {
    await paid()
    await decide('asked', 'closed', 'open')
    expect(await standing()).toMatchObject({ attempt: 'CHARGED', disputes: [{ state: 'OPEN', person: true }] })
  })

  test('that is won while the billing system still cancels the payment, then it waits for that', async () => {
    await paid()
    asked.dispute = { ...opened, state: 'lost' }
    await tell('dispute', 'dp_1')
    await decide('won')
    expect([(await standing()).attempt, await open()]).toEqual(['CHARGED', 0])
    expect(world.billing.cancelled).toHaveLength(2)
  })

  test('that is won although the billing system has refused to cancel the payment, then that is still posted', async () => {
    await paid()
    world.billing.keeps = 'the period is closed'
    await decide('lost')
    expect((await standing()).postings).toEqual(['CANCEL_REJECTED', 'CANCEL_REJECTED'])
    await decide('won')
    await work()
    expect(await standing()).toMatchObject({ attempt: 'CHARGED', postings: ['POSTED', 'POSTED'] })
    expect(world.billing.payments).toHaveLength(2)
  })

  test('told by an answer that is older than what is recorded, then that changes nothing', async () => {
    await paid()
    await decide('lost')
    const asOf = await movesOfDispute(world.engine.db, 'gge4', 'dp_1')
    await decide('won')
    expect(await recordDispute(world.engine, { tag: 'dp_1', asOf }, { ...opened, state: 'lost' })).toBe('notYet')
    expect((await standing()).disputes).toEqual([{ state: 'WON', person: true }])
  })

  test('about a part of it, then the payment stands also when that is lost', async () => {
    await paid()
    for (const state of ['open', 'lost'] as const) {
      asked.dispute = { ...opened, amount: cents(3_000), state }
      await tell('dispute', 'dp_1')
    }
    expect(await standing()).toMatchObject({
      attempt: 'CHARGED',
      postings: ['POSTED', 'POSTED'],
      books: { card: 5_500, disputed: 3_000, posted: -whole },
    })
  })

  test.each([
    ['warned', 'WARNED', true],
    ['asked', 'ASKED', true],
    ['closed', 'CLOSED', false],
    ['unclear', 'ASKED', true],
  ] as const)('that is only %s, then no money moves', async (state, stored, person) => {
    await paid()
    asked.dispute = { ...opened, amount: null, state }
    await tell('dispute', 'dp_1')
    expect(await standing()).toMatchObject({
      attempt: 'CHARGED',
      disputes: [{ state: stored, person }],
      books: { card: whole, posted: -whole },
    })
    expect(world.alarms.length).toBe(state === 'unclear' ? 1 : 0)
  })

  test('that the gateway reports otherwise once it is closed, then nothing moves and an alarm says so', async () => {
    await paid()
    for (const state of ['open', 'won', 'asked'] as const) {
      asked.dispute = { ...opened, state }
      await tell('dispute', 'dp_1')
    }
    expect(await standing()).toMatchObject({ attempt: 'CHARGED', disputes: [{ state: 'WON' }] })
    expect(world.alarms).toEqual([expect.stringContaining('The gateway changed a closed dispute')])
  })

  test('that is lost before the billing system has answered, then it waits for that', async () => {
    world.billing.isDown = true
    await paid()
    asked.dispute = { ...opened, state: 'lost' }
    await tell('dispute', 'dp_1')
    expect([(await standing()).attempt, await open()]).toEqual(['CHARGED', 1])
    world.billing.isDown = false
    for (let minutes = 0; minutes < 15; minutes++) await work()
    await act()
    await work()
    expect([await open(), await standing()]).toMatchObject([
      0,
      { attempt: 'REVERSED', postings: ['CANCELLED', 'CANCELLED'], books: 'empty' },
    ])
  })

  test('of a payment that was refunded before, then only the money of the gateway moves', async () => {
    await refunded()
    asked.dispute = { ...opened, state: 'lost' }
    await tell('dispute', 'dp_1')
    expect(await standing()).toMatchObject({ attempt: 'REVERSED', books: { card: -whole, disputed: whole } })
  })

  test('told by many events at once, then it counts once', async () => {
    await paid()
    asked.dispute = opened
    for (const id of ['evt_a', 'evt_a', 'evt_b']) {
      await storeEvents(world.engine.db, 'gge4', [{ id, subject: 'dispute', tag: 'dp_1' }], world.clock.now())
    }
    await Promise.all([act(), act(), act()])
    expect(await standing()).toMatchObject({ disputes: [{ state: 'OPEN' }], finance: { disputed: whole } })
  })

  test('while the gateway does not answer, then it is asked again, and after an hour an alarm says so', async () => {
    await paid()
    asked.dispute = 'away'
    await tell('dispute', 'dp_1')
    for (let tries = 0; tries < 12; tries++) {
      world.clock.pass(600_000)
      await act()
    }
    expect(world.alarms).toEqual([expect.stringContaining('A gateway event cannot be handled')])
    asked.dispute = opened
    world.clock.pass(600_000)
    await act()
    expect([await open(), (await standing()).disputes]).toEqual([0, [{ state: 'OPEN', person: true }]])
  })
})

describe('given a dispute of a charge that two people took for this payment’s', () => {
  const listed = { tag: '7001', authorization: 'ET7', kind: 'purchase', status: 'approved' } as const

  test.each([
    ['nothing was charged', null, { attempt: 'NOT_CHARGED', books: 'empty' }],
    ['its own charge is another one', listed, { attempt: 'CHARGED', books: { card: whole, posted: -whole } }],
  ])('when they undo it because %s, then the dispute is told as one of no payment', async (_why, truth, expected) => {
    const id = await paid()
    const { db } = world.database
    await db
      .insertInto('hand_resolution')
      .values({ checkout_id: id, gateway: 'gge4', tag: '1001', tag_before: null })
      .execute()
    asked.dispute = opened
    await tell('dispute', 'dp_1')
    expect((await standing()).disputes).toHaveLength(1)
    const found = truth && { ...listed, reference: 'R', amount: cents(whole), at: world.clock.now() }
    const check = { verdict: 'contradicts', said: 'It lists another.', truth: found } as const
    expect(await byHand(id, async (tx, move) => await undoResolution(world.engine, tx, move, check))).toBe(true)
    await work()
    await act()
    expect(await standing()).toMatchObject({ ...expected, disputes: [] })
    expect(await discrepancies()).toEqual([['disputeNotRecorded', 'dp_1']])
  })
})
