import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { takePayment } from './charge/take-payment.ts'
import { startReversal } from './engine.ts'
import { inquiryAbout, searchBesideCanary } from './inquiry/search-gateway.ts'
import { postingLoop } from './posting/post-to-billing.ts'
import { readById } from './records/checkouts.ts'
import type { StoredCheckout } from './records/stored-checkout.ts'
import { resolveLoop } from './recovery/resolve-unknown.ts'
import { requestRefund } from './reversals/request-refund.ts'
import { reversalLoop } from './reversals/send-reversals.ts'
import { engineTests } from './testing/engine-tests.ts'
import { charged, intentFor, testCard, unknown } from './testing/engine-world.ts'

const never = new AbortController().signal
const hour = 60 * 60_000
const world = engineTests()

async function pay(answer: ReturnType<typeof charged> | typeof unknown, account: string): Promise<StoredCheckout> {
  world.gateway.answer = async () => answer
  const taken = await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.checkout
}

async function refund(checkoutId: number): Promise<void> {
  await postingLoop(world.engine).run(never)
  const action = { checkoutId, by: 'ana', reason: 'asked by phone', at: world.engine.clock.now() }
  const request = world.database.db
    .transaction()
    .execute(async (tx) => await requestRefund(tx, action, startReversal(world.engine)))
  expect(await request).toBe('requested')
}

/** As if the payment had been taken at another gateway, by a newer version. */
async function moveToAnother({ id }: StoredCheckout): Promise<void> {
  await sql`update charge_attempt set gateway = 'another' where checkout_id = ${id}`.execute(world.database.db)
}

async function reversals(): Promise<{ gateway: string; kind: string; state: string }[]> {
  return await world.database.db.selectFrom('reversal').select(['gateway', 'kind', 'state']).orderBy('id').execute()
}

test('an attempt and its reversal know their gateway', async () => {
  const { id, attempt } = await pay(charged('501'), '1000000001')
  expect(attempt.gateway).toBe('gge4')
  await refund(id)
  expect(await reversals()).toEqual([{ gateway: 'gge4', kind: 'void', state: 'REQUESTED' }])
})

test('what a process of the previous version writes belongs to the gateway that it knew', async () => {
  const { id } = await pay(unknown, '1000000001')
  await sql`
    with copied as (
      insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents, account_count,
        state, created_at)
      select gen_random_uuid(), session_id, gen_random_uuid(), content_hash, mode, source_code, amount_cents, account_count,
        'CHARGING', created_at
      from checkout where id = ${id} returning id)
    insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at, mode)
    select copied.id, 'GA1', attempt.amount_cents, brand, last_four, card_holder, 'INTENT', sent_at, mode
    from copied, charge_attempt attempt`.execute(world.database.db)
  const attempts = world.database.db.selectFrom('charge_attempt').select('gateway')
  expect(await attempts.execute()).toEqual([{ gateway: 'gge4' }, { gateway: 'gge4' }])
})

describe('given a payment at a gateway that this version does not know', () => {
  test('then its unknown outcome is left to the others', async () => {
    const checkout = await pay(unknown, '1000000001')
    await moveToAnother(checkout)
    world.clock.pass(hour)
    await resolveLoop(world.engine).run(never)
    expect((await readById(world.engine.db, checkout.id))?.attempt).toMatchObject({ state: 'UNKNOWN', inquiries: 0 })
  })

  test('then its refund is requested there, and left to the others', async () => {
    const checkout = await pay(charged('501'), '1000000001')
    await moveToAnother(checkout)
    await refund(checkout.id)
    await reversalLoop(world.engine).run(never)
    expect(await reversals()).toEqual([{ gateway: 'another', kind: 'void', state: 'REQUESTED' }])
    expect(world.gateway.reversals).toEqual([])
  })

  test('then its refund, which nobody has sent for an hour, is left to a person, and the payment stands', async () => {
    const checkout = await pay(charged('501'), '1000000001')
    await moveToAnother(checkout)
    await refund(checkout.id)
    world.clock.pass(hour)
    await reversalLoop(world.engine).run(never)
    const rows = await sql`select state, needs_person from reversal`.execute(world.database.db)
    expect(rows.rows).toEqual([{ state: 'REFUSED', needs_person: true }])
    expect((await readById(world.engine.db, checkout.id))?.state).toBe('PAID')
    expect(world.alarms).toEqual([expect.stringContaining('A refund can’t be sent: its gateway is no longer in use')])
    await reversalLoop(world.engine).run(never)
    expect(world.alarms).toHaveLength(1)
  })

  test('then a refund that may have been made there is looked for by others for a day, and then by a person', async () => {
    const checkout = await pay(charged('501'), '1000000001')
    await moveToAnother(checkout)
    await refund(checkout.id)
    await sql`update reversal set state = 'UNKNOWN', sent_at = requested_at`.execute(world.database.fixtures)
    world.clock.pass(23 * hour)
    await reversalLoop(world.engine).run(never)
    expect(await reversals()).toMatchObject([{ state: 'UNKNOWN' }])
    world.clock.pass(hour)
    await reversalLoop(world.engine).run(never)
    expect(await reversals()).toMatchObject([{ state: 'REFUSED' }])
  })

  test('then its unknown outcome is left to a person after a day, as if the gateway were silent', async () => {
    const checkout = await pay(unknown, '1000000001')
    await moveToAnother(checkout)
    world.clock.pass(24 * hour)
    await resolveLoop(world.engine).run(never)
    expect((await readById(world.engine.db, checkout.id))?.attempt.state).toBe('ESCALATED')
  })

  test('then it is no canary, and a search for it fails', async () => {
    const elsewhere = await pay(charged('501'), '1000000001')
    await moveToAnother(elsewhere)
    const { attempt } = await pay(unknown, '1000000002')
    let inquiries = 0
    world.engine.gateway.inquire = async () => {
      inquiries += 1
      return { outcome: 'nothing' }
    }
    world.clock.pass(hour)
    expect(await searchBesideCanary(world.engine, inquiryAbout(attempt), attempt.id)).toEqual({
      found: { outcome: 'nothing' },
      isAbsenceProven: false,
    })
    const another = { ...attempt, gateway: 'another' }
    expect(await searchBesideCanary(world.engine, inquiryAbout(another), attempt.id)).toMatchObject({
      found: { outcome: 'unavailable' },
    })
    expect(inquiries).toBe(1)
  })
})

test('a gateway without voids is asked for a refund at once, and for nothing else', async () => {
  world.engine.gateway = { ...world.engine.gateway, reversalKinds: ['refund'] }
  const { id } = await pay(charged('pi_3MtwBwLkdIwHu7ix28a3tqPa'), '1000000001')
  await refund(id)
  await reversalLoop(world.engine).run(never)
  expect(world.gateway.reversals).toMatchObject([{ kind: 'refund', tag: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' }])
  expect(await reversals()).toEqual([{ gateway: 'gge4', kind: 'refund', state: 'DONE' }])
})

test('an inquiry says by which tag the gateway knows the charge', async () => {
  const { attempt } = await pay(charged('501'), '1000000001')
  expect(inquiryAbout(attempt)).toMatchObject({ gateway: 'gge4', tag: '501' })
})

test('no tag that could be a card number is stored', async () => {
  const { attempt } = await pay(unknown, '1000000001')
  const tagged = sql`update charge_attempt set transaction_tag = '4111111111111111' where id = ${attempt.id}`
  await expect(tagged.execute(world.database.db)).rejects.toThrow('charge_attempt_no_long_digits')
})
