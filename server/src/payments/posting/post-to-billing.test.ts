import { later } from '@portal/contract/dates'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { leaseMilliseconds } from '../../foundation/work/loop.ts'
import { takePayment } from '../charge/take-payment.ts'
import { leasePostings, recordPosting } from '../records/postings.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { intentFor, testCard } from '../testing/engine-world.ts'
import { postingLoop } from './post-to-billing.ts'

const accounts = ['1234567890', '2345678901']
const never = new AbortController().signal

const world = engineTests()
beforeEach(async () => {
  await takePayment(world.engine, intentFor(world.engine, accounts), testCard, null)
})

async function postings() {
  return world.database.db.selectFrom('posting').selectAll().orderBy('item_id').execute()
}

describe('reporting a charged payment to the billing system', () => {
  test('records each account once, with receipt, amount, method and source', async () => {
    await postingLoop(world.engine).run(never)
    expect(world.billing.payments).toMatchObject([
      { receipt: 'W-1001-1', accountId: '1234567890', amount: 4_250, method: 'PG001', source: 'CCV' },
      { receipt: 'W-1001-2', accountId: '2345678901', amount: 4_250, payDate: '2026-06-01' },
    ])
    const postedAt = world.clock.now()
    expect(await postings()).toMatchObject([
      { state: 'POSTED', posted_at: postedAt },
      { state: 'POSTED', posted_at: postedAt },
    ])
    expect(await postingLoop(world.engine).run(never)).toBe(0)
  })

  test('tries again later while the billing system is down', async () => {
    world.billing.isDown = true
    await postingLoop(world.engine).run(never)
    expect(await postings()).toMatchObject([
      { state: 'PENDING', posted_at: null },
      { state: 'PENDING', posted_at: null },
    ])
    world.billing.isDown = false
    expect(await postingLoop(world.engine).run(never)).toBe(0)
    world.clock.pass(6_000)
    expect(await postingLoop(world.engine).run(never)).toBe(2)
    expect(world.billing.payments).toHaveLength(2)
  })

  test('looks up the receipt before it repeats a try whose answer was lost', async () => {
    world.billing.losesReplies = true
    await postingLoop(world.engine).run(never)
    world.clock.pass(6_000)
    await postingLoop(world.engine).run(never)
    expect(world.billing.payments).toHaveLength(2)
    expect((await postings()).map((posting) => posting.state)).toEqual(['POSTED', 'POSTED'])
  })

  test('takes over postings held by a process that died, and never twice', async () => {
    const now = world.clock.now()
    const dead = await leasePostings(world.engine.db, now, later(now, leaseMilliseconds(1)), 10)
    expect(await postingLoop(world.engine).run(never)).toBe(0)
    world.clock.pass(leaseMilliseconds(1))
    expect(await postingLoop(world.engine).run(never)).toBe(2)
    const late = dead[0]
    if (!late) throw new Error('Nothing was leased')
    const isRecorded = await recordPosting(world.engine.db, {
      ...late,
      at: world.clock.now(),
      to: 'PENDING',
      billingReference: null,
      nextTryAt: world.clock.now(),
      detail: {},
    })
    expect(isRecorded).toBe(false)
    expect((await postings()).map((posting) => posting.state)).toEqual(['POSTED', 'POSTED'])
  })

  test('gives each posting to only one of several workers', async () => {
    const turns = await Promise.all([1, 2, 3].map(() => postingLoop(world.engine).run(never)))
    expect(turns.reduce((sum, taken) => sum + taken)).toBe(2)
    expect(world.billing.payments).toHaveLength(2)
  })

  test('calls for a person when the billing system refuses', async () => {
    world.engine.billing = {
      ...world.engine.billing,
      recordPayment: async () => ({ outcome: 'rejected', reason: 'account closed' }),
    }
    await postingLoop(world.engine).run(never)
    expect((await postings()).map((posting) => [posting.state, posting.last_error])).toEqual([
      ['REJECTED', 'account closed'],
      ['REJECTED', 'account closed'],
    ])
    expect(world.alarms).toHaveLength(2)
  })

  test('calls for nobody when the process that hears of the refusal has lost its lease', async () => {
    const { recordPayment } = world.engine.billing
    world.engine.billing.recordPayment = async () => {
      world.clock.pass(leaseMilliseconds(1))
      world.engine.billing.recordPayment = recordPayment
      await postingLoop(world.engine).run(never)
      return { outcome: 'rejected', reason: 'account closed' }
    }
    await sql`update posting set next_try_at = next_try_at + interval '1 day' where receipt_number = 'W-1001-2'`.execute(
      world.database.db,
    )
    await postingLoop(world.engine).run(never)
    expect((await postings()).map(({ state }) => state)).toEqual(['POSTED', 'PENDING'])
    expect(world.alarms).toEqual([])
  })
})

describe('the database itself', () => {
  test('refuses a posting without a charge', async () => {
    const orphan = sql`
      insert into posting (item_id, checkout_id, receipt_number, amount_cents, state, next_try_at)
      select id, checkout_id, 'W-9', amount_cents + 1, 'PENDING', now() from checkout_item limit 1`
    await expect(orphan.execute(world.database.db)).rejects.toThrow('a posting needs a charged attempt')
  })

  test.each(['payment_event', 'ledger_entry'])('lets nobody change or delete in %s', async (table) => {
    await expect(sql`delete from ${sql.table(table)}`.execute(world.database.db)).rejects.toThrow('append-only')
  })

  test('cannot hold a card number', async () => {
    const update = sql`update charge_attempt set card_holder = '4111 1111-1111 1111'`
    await expect(update.execute(world.database.db)).rejects.toThrow('scrubbed_text')
  })
})
