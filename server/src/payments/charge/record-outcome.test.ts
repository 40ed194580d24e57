import { later } from '@portal/contract/dates'
import { describe, expect, test } from 'vitest'
import { type GatewayReply, emptyReply } from '../../adapters/payment-gateway/port.ts'
import type { AttemptState } from '../../database/tables/payments.ts'
import { CommitUnanswered } from '../../database/transactions.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'
import { engineTests } from '../testing/engine-tests.ts'
import { intentFor } from '../testing/engine-world.ts'
import { beginCheckout } from './begin-checkout.ts'
import { composeOutcome } from './outcome.ts'
import { recordOutcome } from './record-outcome.ts'

const world = engineTests()

async function begun(): Promise<StoredCheckout> {
  const started = await beginCheckout(world.engine.db, intentFor(world.engine, ['1234567890']))
  if (started.outcome !== 'begun') throw new Error(started.outcome)
  return started.checkout
}

async function decide(
  checkout: StoredCheckout,
  to: AttemptState,
  reply: GatewayReply | null,
  epoch: number | null = null,
): Promise<boolean> {
  const given = composeOutcome(world.engine, checkout, { to, reply, detail: {}, epoch })
  return (await recordOutcome(world.database.db, given)) !== null
}

describe("the gateway's answer to a charge", () => {
  const partial = {
    ...emptyReply,
    tag: '501',
    authorization: 'ET5',
    message: 'Transaction Normal',
    record: 'TYPE: Purchase',
  }
  const kept = async () =>
    await world.database.db
      .selectFrom('charge_attempt')
      .select(['transaction_tag as tag', 'authorization_number as authorization', 'exact_message as message'])
      .select('gateway_record as record')
      .executeTakeFirstOrThrow()

  test('given an answer that decided nothing, when a person is called for, then the answer is still recorded', async () => {
    const checkout = await begun()
    await decide(checkout, 'UNKNOWN', partial)
    await decide(checkout, 'ESCALATED', null)
    expect(await kept()).toEqual({
      tag: '501',
      authorization: 'ET5',
      message: 'Transaction Normal',
      record: 'TYPE: Purchase',
    })
  })

  test('given an answer, when a look-up lists the same charge, then details that the list lacks are kept', async () => {
    const checkout = await begun()
    await decide(checkout, 'UNKNOWN', { ...partial, authorization: null })
    await decide(checkout, 'CHARGED', { ...emptyReply, tag: '501', authorization: 'ET6' })
    expect(await kept()).toMatchObject({ authorization: 'ET6', message: 'Transaction Normal' })
  })

  test('given an answer, when a look-up lists another charge for the reference, then only details of that one are kept', async () => {
    const checkout = await begun()
    await decide(checkout, 'UNKNOWN', partial)
    await decide(checkout, 'CHARGED', { ...emptyReply, tag: '502', authorization: 'ET7' })
    expect(await kept()).toEqual({ tag: '502', authorization: 'ET7', message: null, record: null })
  })
})

describe('two writers of one payment at the same moment', () => {
  test('given a look-up whose lease another worker has taken over, when it decides, then nothing changes', async () => {
    const checkout = await begun()
    await decide(checkout, 'UNKNOWN', null)
    const { epoch } = checkout.attempt
    expect(await decide(checkout, 'NOT_CHARGED', null, epoch)).toBe(false)
    expect(await decide(checkout, 'NOT_CHARGED', null, epoch + 1)).toBe(true)
  })

  test('given a look-up that holds the checkout, when another one decides, then neither fails', async () => {
    const checkout = await begun()
    const looking = await world.database.pool.connect()
    await looking.query('begin')
    await looking.query('select from checkout where id = $1 for no key update', [checkout.id])
    const deciding = decide(checkout, 'UNKNOWN', null)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await world.database.pool.query(waiting)).rowCount).toBe(1)
    const nextLook = later(world.clock.now(), 60_000)
    await looking.query('update charge_attempt set next_look_at = $1 where id = $2', [nextLook, checkout.attempt.id])
    await looking.query('commit')
    looking.release()
    expect(await deciding).toBe(true)
  })
})

describe('a database that goes away while it commits an outcome', () => {
  /** PostgreSQL runs a deferred trigger within the commit. */
  const dyingAtCommit = `
    create function die() returns trigger language plpgsql as $die$ 
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $die$;
    create constraint trigger dies after update on checkout deferrable initially deferred
      for each row execute function die()`

  test('leaves it open whether the outcome is recorded', async () => {
    const checkout = await begun()
    await world.database.pool.query(dyingAtCommit)
    await expect(decide(checkout, 'UNKNOWN', null)).rejects.toThrow(CommitUnanswered)
    await world.database.pool.query('drop function die cascade')
    expect(await decide(checkout, 'UNKNOWN', null)).toBe(true)
  })

  test('has certainly recorded nothing when it goes away before that', async () => {
    const checkout = await begun()
    await world.database.pool.query(dyingAtCommit.replace('deferrable initially deferred', ''))
    await expect(decide(checkout, 'UNKNOWN', null)).rejects.not.toThrow(CommitUnanswered)
    await world.database.pool.query('drop function die cascade')
    expect(await decide(checkout, 'UNKNOWN', null)).toBe(true)
  })
})
