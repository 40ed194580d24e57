import { later } from '@portal/contract/dates'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopAgreement } from '../../payments/agreements/agreements.ts'
import { byPortal } from '../../payments/agreements/moves.ts'
import { resumeAgreement } from '../../payments/agreements/resume.ts'
import { sources } from '../../payments/notify.ts'
import { expiryWork } from '../../payments/run/card-expiry.ts'
import {
  type AutopayWorld,
  accept,
  account,
  autopayTests,
  goTo,
  mailLeaves,
  notice,
  owes,
  run,
  runOn,
} from '../../payments/run/testing/autopay-world.ts'
import { charged, declined } from '../../payments/testing/engine-world.ts'
import { leaseNotifications } from '../outbox/moves.ts'
import { checkBeforeSending } from './check.ts'

const tests = autopayTests()
const number = '+16715550101'

/** By text: the emails are always sent. */
beforeEach(async () => {
  const { world } = tests
  const { webUserId } = world.maria
  await sql`
    insert into notification_choice (web_user_id, account_id, kind, channel, words, chosen_at, chosen_from)
    select ${webUserId}, ${account}, kind, 'text', '1', now(), ''
    from unnest(array['chargeUpcoming', 'chargeFailed', 'autopayPaused', 'cardExpires']) as kind`.execute(
    world.engine.db,
  )
  await sql`
    insert into proven_address (web_user_id, channel, address, proven_at) values (${webUserId}, 'text', ${number}, now())
  `.execute(world.engine.db)
})

async function told({ engine }: AutopayWorld): Promise<string[]> {
  const rows = await engine.db.selectFrom('notification').select(['kind', 'facts']).orderBy('id').execute()
  return rows.map(({ kind, facts }) => `${kind} ${JSON.stringify(facts)}`)
}

/** Why the texts that are due now would not leave; null for one that would. */
async function check({ engine, clock }: AutopayWorld): Promise<(string | null)[]> {
  const now = clock.now()
  const lease = { now, until: later(now, 1), most: 10, onlyTests: false }
  const leased = await leaseNotifications(engine.db, 'text', lease)
  const { drops } = await checkBeforeSending({ ...engine, sources }, 'text', leased)
  clock.pass(10)
  return leased.map(({ id }) => drops.find(({ message }) => message.id === id)?.reason ?? null)
}

const upcoming = 'chargeUpcoming {"on":"2026-06-20","amount":9520}'
const failedOn = (kind: string, day: string) => `${kind} {"on":"${day}","amount":9520}`

describe('given a customer who wants texts about AutoPay', () => {
  test('when a charge is noticed, then they are told once, until it is charged', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    await run(world)
    expect(await told(world)).toEqual([upcoming])
    expect(await check(world)).toEqual([null])
    await runOn(world, '2026-06-20')
    expect(await told(world)).toEqual([upcoming])
    expect(await check(world)).toEqual(['late'])
    await sql`update notification set expires_at = '2026-07-20'`.execute(world.engine.db)
    expect(await check(world)).toEqual(['undone'])
  })

  test('when AutoPay is paused or more is owed by then, then no text says what no longer is so', async () => {
    const { world } = tests
    const id = await accept(world)
    await notice(world)
    await stopAgreement(world.engine, id, 'staff')
    expect((await check(world)).at(0)).toBe('undone')
    await resumeAgreement(world.engine, id, byPortal)
    await notice(world)
    await owes(world, 13_108)
    await runOn(world, '2026-06-10')
    await sql`update notification set expires_at = '2026-07-20', settled_at = null`.execute(world.engine.db)
    expect((await told(world)).slice(-2)).toEqual([upcoming, 'chargeUpcoming {"on":"2026-06-20","amount":13108}'])
    expect((await check(world)).slice(-2)).toEqual(['undone', null])
  })

  test('when the bank declines it twice, then each is told once, the second as a pause', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.gateway.answer = async () => declined('1')
    await runOn(world, '2026-06-20')
    expect(await told(world)).toEqual([upcoming, failedOn('chargeFailed', '2026-06-20')])
    expect((await check(world)).at(-1)).toBeNull()
    world.gateway.answer = async () => declined('2')
    await runOn(world, '2026-06-23')
    expect((await told(world)).slice(2)).toEqual([failedOn('autopayPaused', '2026-06-23')])
    expect((await check(world)).at(-1)).toBeNull()
  })

  test('when they want to hear of failed charges only, then the pause is told as one', async () => {
    const { world } = tests
    await world.engine.db.deleteFrom('notification_choice').where('kind', '=', 'autopayPaused').execute()
    await accept(world)
    await notice(world)
    for (const [tag, day] of [
      ['1', '2026-06-20'],
      ['2', '2026-06-23'],
    ] as const) {
      world.gateway.answer = async () => declined(tag)
      await runOn(world, day)
    }
    expect((await told(world)).slice(1)).toEqual([
      failedOn('chargeFailed', '2026-06-20'),
      failedOn('chargeFailed', '2026-06-23'),
    ])
  })

  test('when the second try is charged before the text left, then the decline is not told', async () => {
    const { world } = tests
    await accept(world)
    await notice(world)
    world.gateway.answer = async () => declined('1')
    await runOn(world, '2026-06-20')
    world.gateway.answer = async () => charged('2')
    await runOn(world, '2026-06-23')
    await sql`update notification set expires_at = '2026-07-20'`.execute(world.engine.db)
    expect(await check(world)).toEqual(['undone', 'undone'])
  })

  test('when staff pauses AutoPay, then that is told while it stands', async () => {
    const { world } = tests
    const id = await accept(world)
    await stopAgreement(world.engine, id, 'staff')
    expect((await told(world)).map((line) => line.split(' ')[0])).toEqual(['autopayPaused'])
    expect(await check(world)).toEqual([null])
    await sql`update autopay_agreement set state = 'ACTIVE', reason = null`.execute(world.engine.db)
    expect(await check(world)).toEqual(['undone'])
  })

  test('when the card expires, then each warning is told once, unless its bank has replaced it', async () => {
    const { world } = tests
    await accept(world)
    await sql`update saved_card set expires = '2026-07'`.execute(world.engine.db)
    goTo(world, '2026-07-01')
    for (let again = 0; again < 2; again += 1) await expiryWork(world.engine).run(new AbortController().signal)
    expect(await told(world)).toEqual(['cardExpires {"on":"2026-07-31"}'])
    expect(await check(world)).toEqual([null])
    await sql`update saved_card set expires = '2029-07'`.execute(world.engine.db)
    expect(await check(world)).toEqual(['undone'])
  })

  test('then another customer with the account, who wants the same, hears nothing of their cards', async () => {
    const { world } = tests
    const { rows } = await sql<{ id: number }>`
      insert into web_user (person_id, username, password_hash, security_question_id, security_answer_hash, created_at,
        password_changed_at, question_changed_at)
      values ('5550000009', 'jose', '', 1, '', now(), now(), now()) returning id`.execute(world.engine.db)
    await sql`update notification_choice set web_user_id = ${rows[0]?.id}`.execute(world.engine.db)
    await accept(world)
    await notice(world)
    await mailLeaves(world)
    expect(await told(world)).toEqual([])
  })
})
