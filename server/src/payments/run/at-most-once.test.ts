import { later } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { describe, expect, test } from 'vitest'
import { endAgreement, stopAgreement } from '../agreements/agreements.ts'
import { beginPlanned } from '../charge/begin-planned.ts'
import type { PlannedIntent } from '../charge/intent.ts'
import { takePayment } from '../charge/take-payment.ts'
import { leasePlanned } from '../planned/charge.ts'
import { resolveLoop } from '../recovery/resolve-unknown.ts'
import { charged, intentFor, knowsAll, testCard, unknown } from '../testing/engine-world.ts'
import { accept, account, autopayTests, charges, goTo, notice, origin, runOn } from './testing/autopay-world.ts'

const tests = autopayTests()
const never = new AbortController().signal
const byMaria = () => ({ actor: { kind: 'customer', id: tests.world.maria.webUserId, name: 'maria' } as const, origin })

/** A worker has leased the noticed charge on its day, and is about to commit the intent. */
async function aboutToSend(): Promise<{ intent: PlannedIntent; agreementId: number }> {
  const { world } = tests
  const agreementId = await accept(world)
  await notice(world)
  goTo(world, '2026-06-20')
  const now = world.clock.now()
  const [charge] = await leasePlanned(tests.database.db, now, later(now, 60_000), 10)
  if (!charge) throw new Error('Nothing is due')
  const {
    sessionId: _s,
    idempotencyKey: _i,
    contentHash: _c,
    humanCheck: _h,
    turn: _t,
    ...intent
  } = intentFor(world.engine, [account])
  const { id, epoch, card } = charge
  const planned = {
    id,
    epoch,
    of: { kind: 'agreement', id: agreementId } as const,
    savedCardId: card.id,
    method: card.method,
  }
  return { agreementId, intent: { ...intent, planned, mostPerHour: 10 } }
}

async function traces(): Promise<unknown[]> {
  const { db } = tests.database
  return [await db.selectFrom('checkout').select('id').where('session_id', 'is', null).execute()].flat()
}

describe('the intent of a planned charge', () => {
  test.each<
    [why: string, outcome: string, meanwhile: (its: Awaited<ReturnType<typeof aboutToSend>>) => Promise<unknown>]
  >([
    [
      'its agreement ended',
      'planChanged',
      ({ agreementId }) => endAgreement(tests.world.engine, agreementId, 'customer', byMaria()),
    ],
    [
      'its agreement paused',
      'planChanged',
      ({ agreementId }) => stopAgreement(tests.world.engine, agreementId, 'staff', byMaria()),
    ],
    [
      'another worker leased it',
      'planChanged',
      async () => await tests.database.pool.query('update planned_charge set epoch = epoch + 1'),
    ],
    [
      'its card was removed',
      'planChanged',
      async () => await tests.database.pool.query("update saved_card set removed_at = now(), removed_by = 'maria'"),
    ],
    [
      'its card was replaced',
      'planChanged',
      async () => await tests.database.pool.query("update saved_card set method = 'pm_newer'"),
    ],
    [
      'its card became another person’s',
      'planChanged',
      async () => await tests.database.pool.query('update gateway_customer set web_user_id = null'),
    ],
    [
      'the account is held',
      'accountHeld',
      async () => {
        tests.world.gateway.answer = async () => unknown
        await takePayment(tests.world.engine, intentFor(tests.world.engine, [account]), testCard, null)
      },
    ],
    [
      'the account was paid since its balance was read',
      'paidMeanwhile',
      async ({ intent }) => {
        await takePayment(tests.world.engine, intentFor(tests.world.engine, [account]), testCard, null)
        intent.items = intent.items.map((item) => ({ ...item, newestPaid: 0 }))
      },
    ],
    [
      'another charge of the agreement is open',
      'agreementBusy',
      async () =>
        await tests.database.pool.query(
          `insert into planned_charge (account_id, agreement_id, bill_id, state, due_on, charge_on, noticed_cents, noticed_at, made_at)
       select account_id, agreement_id, '500000019999', 'SENT', due_on, charge_on, 100, now(), now() from planned_charge`,
        ),
    ],
    [
      'the hour’s share is used up',
      'hourFull',
      async ({ intent }) => {
        intent.mostPerHour = 0
      },
    ],
  ])('records nothing when %s', async (_, outcome, meanwhile) => {
    const its = await aboutToSend()
    await meanwhile(its)
    expect(await beginPlanned(tests.database.db, its.intent)).toEqual({ outcome })
    expect(await traces()).toEqual([])
    expect((await charges(tests.world))[0]?.state).not.toBe('SENT')
  })

  test('is recorded once, by the first of two workers', async () => {
    const { intent } = await aboutToSend()
    const other = {
      ...intent,
      reference: tests.world.engine.newReference(),
      publicId: tests.world.engine.newPublicId(),
    }
    const both = await Promise.all([intent, other].map(async (each) => await beginPlanned(tests.database.db, each)))
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['begun', 'planChanged'])
    expect(await traces()).toHaveLength(1)
  })

  test('whose commit was not answered is found again, not made again', async () => {
    const { intent } = await aboutToSend()
    const first = await beginPlanned(tests.database.db, intent)
    const again = await beginPlanned(tests.database.db, intent)
    expect([first, again].map(({ outcome }) => outcome)).toEqual(['begun', 'begun'])
    expect(await traces()).toHaveLength(1)
  })
})

describe('a process that dies after the intent', () => {
  async function diesOnTheDay(): Promise<void> {
    const { world } = tests
    world.gateway.answer = async () => await Promise.reject(new Error('killed'))
    await accept(world)
    await notice(world)
    await expect(runOn(world, '2026-06-20')).rejects.toMatchObject({ errors: [new Error('killed')] })
    expect(await charges(world)).toMatchObject([{ state: 'SENT' }])
    world.gateway.answer = async () => charged('5002')
    world.clock.pass(2 * 60_000)
    await resolveLoop(world.engine).run(never)
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toHaveLength(1)
  }

  test('leaves a charge that the gateway has: it is paid, and not sent again', async () => {
    const { world } = tests
    await diesOnTheDay()
    const [sent] = world.gateway.charges
    const found = {
      tag: '5001',
      reference: sent?.reference ?? '',
      amount: cents(9_520),
      kind: 'purchase' as const,
      status: 'approved' as const,
      authorization: 'ET5001',
      at: '',
    }
    world.gateway.books = { outcome: 'found', transactions: [found], isFinal: true }
    world.clock.pass(24 * 3_600_000)
    await resolveLoop(world.engine).run(never)
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
    await runOn(world, '2026-06-22')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('leaves none that the gateway has: it is sent again, under a new reference', async () => {
    const { world } = tests
    await diesOnTheDay()
    world.gateway.books = { outcome: 'nothing', isProof: true }
    world.clock.pass(3_600_000)
    await resolveLoop(world.engine).run(never)
    expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', tries: 0 }])
    await runOn(world, '2026-06-21')
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
    expect(new Set(world.gateway.charges.map(({ reference }) => reference)).size).toBe(2)
  })
})

test('nobody can pay the bill by hand while its charge is open', async () => {
  const { world } = tests
  const { intent } = await aboutToSend()
  expect(await beginPlanned(tests.database.db, intent)).toMatchObject({ outcome: 'begun' })
  const byHand = intentFor(world.engine, [account], {
    items: intent.items.map((item) => ({ ...item, newestPaid: knowsAll })),
  })
  expect(await takePayment(world.engine, byHand, testCard, null)).toEqual({ outcome: 'accountHeld' })
})
