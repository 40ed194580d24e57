import { later } from '@portal/contract/dates'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { EmailNotSent, EmailRefused } from '../../adapters/email/port.ts'
import { stopByToken } from '../../features/notifications/stop-link.ts'
import { stopToken } from '../outbox/names.ts'
import { takePace } from '../outbox/pace.ts'
import {
  account,
  imports,
  notificationTests,
  origin,
  standing,
  wants,
  wantsBillsOf,
  work,
  workThroughDelay,
} from '../testing/notification-world.ts'

const given = notificationTests()
const bill = { billId: '500000010001' }
const day = 24 * 60 * 60_000

describe('given a customer who wants to hear of new bills', () => {
  test('when a bill is imported, then one email leaves after the delay, however often it is imported again', async () => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, bill)
    await work(world)
    expect(await standing(world)).toEqual(['billReady HELD'])
    await workThroughDelay(world)
    await imports(world)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['billReady ACCEPTED'])
    expect(world.sent).toMatchObject([{ to: 'Maria@customer.example' }])
    const [email] = world.sent
    expect(email?.subject).not.toMatch(/\d/)
    expect(email?.text).toContain('$95.20')
    expect(email?.stopAddress).toMatch(
      /^https:\/\/portal\.example\/api\/v1\/notifications\/one-click-stop\?token=\d+\./,
    )
    expect(email?.stopMail).toMatch(/^stop-\d+-[0-9a-f]{32}@bounces\.example$/)
  })

  test('when it is already there as they choose, then nobody is notified', async () => {
    const { world } = given
    await imports(world, bill)
    await wants(world, 'billReady')
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['billReady DROPPED baseline'])
    expect(world.sent).toEqual([])
  })

  test('when the import is taken back before the delay is over, then nothing leaves, and it is told once it is back', async () => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, bill)
    await work(world)
    await world.deps.db.deleteFrom('cis.bill').execute()
    await imports(world)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['billReady DROPPED gone'])
    await imports(world, bill)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['billReady ACCEPTED'])
    expect(world.sent).toHaveLength(1)
  })

  test.each([
    ['turns it off', 'not_wanted', 'delete from notification_choice'],
    ['no longer has the account', 'not_holder', 'delete from cis.account_person'],
    [
      'has a new address that is not confirmed',
      'unproven',
      "update cis.person set email_address = 'new@customer.example'",
    ],
    ['has no address anymore', 'no_address', 'update cis.person set email_address = null'],
    [
      'has an address that emails came back from',
      'stopped',
      "insert into stopped_address values ('email', 'maria@customer.example', 'bounced', now())",
    ],
    ['is too late, because nothing could leave', 'late', "update notification set expires_at = '2026-06-01T02:30:00Z'"],
  ])('when meanwhile the customer %s, then nothing leaves', async (_what, reason, change) => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, bill)
    await work(world)
    await sql.raw(change).execute(world.deps.db)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual([`billReady DROPPED ${reason}`])
    expect(world.sent).toEqual([])
  })

  test('at night, or while they are stopped, then they wait', async () => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, bill)
    world.clock.advance(8 * 60 * 60_000)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['billReady READY'])
    world.clock.advance(14 * 60 * 60_000)
    world.isStopped = true
    await work(world)
    expect(world.sent).toEqual([])
    world.isStopped = false
    await work(world)
    expect(world.sent).toHaveLength(1)
  })

  test.each([
    [new EmailRefused('no such mailbox'), 'REFUSED no such mailbox', 0],
    [new EmailNotSent('busy', { mayHaveArrived: true }), 'UNKNOWN busy', 0],
    [new EmailNotSent('busy'), 'ACCEPTED', 1],
  ])('when the mail server answers %s, then it leaves at most once', async (answer, state, arrived) => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, bill)
    let tries = 0
    world.onSend = async () => {
      tries += 1
      if (tries === 1) throw answer
    }
    await workThroughDelay(world)
    world.clock.advance(10 * 60_000)
    await work(world)
    expect(await standing(world)).toEqual([`billReady ${state}`])
    expect(world.sent).toHaveLength(arrived)
  })

  test('when the process dies as it hands one over, then it never leaves again', async () => {
    const { world } = given
    await wants(world, 'billReady')
    await imports(world, bill)
    world.onSend = async () => {
      // What a killed process leaves.
      await world.deps.db.updateTable('notification').set({ epoch: 99 }).execute()
    }
    await workThroughDelay(world)
    world.clock.advance(10 * 60_000)
    await work(world)
    expect(await standing(world)).toEqual(['billReady UNKNOWN worker_gone'])
    expect(world.sent).toHaveLength(1)
  })

  test('when they use the link in an email, then that stops, and another token stops nothing', async () => {
    const { world } = given
    await wants(world, 'billReady', 'overdue')
    await imports(world, bill)
    await workThroughDelay(world)
    const { id } = await world.deps.db.selectFrom('notification').select('id').executeTakeFirstOrThrow()
    expect(await stopByToken(world.deps, `${id}.forged`, origin)).toBe(false)
    for (const token of Array.from({ length: 2 }, () => stopToken(world.deps.config, id)))
      expect(await stopByToken(world.deps, token, origin)).toBe(true)
    const left = await world.deps.db.selectFrom('notification_choice').select('kind').execute()
    expect(left).toEqual([{ kind: 'overdue' }])
    const audited = await world.deps.db
      .selectFrom('audit_entry')
      .select('actor_kind')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(audited).toEqual([{ actor_kind: 'guest' }, { actor_kind: 'customer' }])
  })
})

describe('given a customer who wants to hear of bills that are due', () => {
  test('then each is told once in its days', async () => {
    const { world } = given
    await wants(world, 'dueSoon', 'overdue')
    await imports(world, bill)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual([])
    for (let date = 2; date <= 28; date += 1) {
      world.clock.advance(day)
      await work(world)
    }
    expect(await standing(world)).toEqual(['dueSoon ACCEPTED', 'overdue ACCEPTED'])
    expect(world.sent.map(({ subject }) => subject)).toEqual(['Your bill is due soon', 'Your bill is past due'])
  })

  test('when it is paid before the email leaves, then none does', async () => {
    const { world } = given
    await wants(world, 'dueSoon')
    await imports(world, bill)
    world.clock.advance(17 * day)
    await work(world)
    await sql`update cis.account set balance_cents = 0, payoff_cents = 0, new_charges_cents = 0`.execute(world.deps.db)
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['dueSoon DROPPED paid'])
  })
})

test('no more leave than the pace allows, of all processes together, and who comes late makes up for it', async () => {
  const { world } = given
  const { db } = world.deps
  const take = async (seconds: number) =>
    await takePace(db, 'email', { now: later(world.clock.now(), seconds * 1000), perSecond: 10, batch: 100 })
  expect(await take(0)).toBe(0)
  const now = world.clock.now()
  await sql`insert into notification
      (kind, web_user_id, account_id, cause, channel, facts, state, found_at, due_at, expires_at)
    values ('billReady', ${world.maria.webUserId}, ${account}, '1', 'email', '{}', 'READY', ${now}, ${now}, ${now})`.execute(
    db,
  )
  const taken = []
  for (const seconds of [0, 0, 0.9, 1.3, 1.9, 2, 9, 9, 9]) taken.push(await take(seconds))
  expect(taken).toEqual([10, 0, 0, 10, 0, 10, 10, 10, 0])
})

describe('given far more customers to tell than usual', () => {
  test('then they wait for a person, who lets them go or drops them', async () => {
    const { world } = given
    await wantsBillsOf(world, 6)
    await workThroughDelay(world)
    const runs = await world.deps.db.selectFrom('notification_run').select(['state', 'found']).execute()
    expect(runs).toEqual([{ state: 'WAITING', found: 6 }])
    expect(world.sent).toEqual([])
    await world.deps.db.updateTable('notification_run').set({ state: 'DROPPED' }).execute()
    await work(world)
    expect(new Set(await standing(world))).toEqual(new Set(['billReady DROPPED run_dropped']))
  })
})
