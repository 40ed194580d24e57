import { later } from '@portal/contract/dates'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { Db } from '../../database/connect.ts'
import { stopByToken } from '../../features/notifications/stop-link.ts'
import { enrolCustomer } from '../../testing/people.ts'
import { stopNumber } from '../addresses/stops.ts'
import { handOver, leaseNotifications } from '../outbox/moves.ts'
import { notificationLoops } from '../sending/send-notifications.ts'
import {
  type NotificationWorld,
  account,
  notificationTests,
  origin,
  standing,
  wants,
  wantsTexts,
  work,
} from '../testing/notification-world.ts'
import { broadcastWork } from './make-messages.ts'
import { type Audience, countRecipients } from './recipients.ts'

const given = notificationTests()
const number = '+16715550101'
const never = new AbortController().signal
const everyone: Audience = { channels: ['email', 'text'], villages: null }

/** As two admins have written and approved it. */
async function approved({ deps }: NotificationWorld, { channels, villages }: Audience = everyone): Promise<number> {
  const by = { written_by: 1, written_by_name: 'ana', written_at: deps.clock.now() }
  const words = { subject: 'No water on Saturday', body: 'We repair a main.', text_words: 'No water on Saturday.' }
  const approval = { state: 'SENDING', approved_by_name: 'ben', approved_at: deps.clock.now() } as const
  const { id } = await deps.db
    .insertInto('broadcast')
    .values({ ...by, ...words, ...approval, channels: [...channels], villages: villages && [...villages] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function stop({ deps: { db, clock } }: NotificationWorld, id: number): Promise<void> {
  await db
    .updateTable('broadcast')
    .set({ state: 'STOPPED', stopped_by_name: 'ben', stopped_at: clock.now() })
    .where('id', '=', id)
    .execute()
}

const stateOf = async ({ deps: { db } }: NotificationWorld, id: number) =>
  await db.selectFrom('broadcast').select(['state', 'found']).where('id', '=', id).executeTakeFirstOrThrow()

/** Another account of Maria's. */
async function secondAccount({ deps: { db }, maria }: NotificationWorld): Promise<void> {
  const second = '1234567891'
  await addTestAccount(db, { account: second, person: { id: account, isKnown: true }, balance: 100, dueDate: null })
  await wantsEmails(db, maria.webUserId, second)
}

async function wantsEmails(db: Db, user: number, of: string): Promise<void> {
  await sql`
    insert into notification_choice (web_user_id, account_id, kind, channel, words, chosen_at, chosen_from)
    values (${user}, ${of}, 'announcement', 'email', '1', '2026-05-01', '')`.execute(db)
}

/** So many more customers who want announcements by email, with addresses of their own. */
async function neighbors(
  { deps: { db, clock } }: NotificationWorld,
  count: number,
  email = (nth: number) => `n${nth}@customer.example`,
) {
  for (let nth = 0; nth < count; nth += 1) {
    const person = String(5_000_000_000 + nth)
    await addTestAccount(db, { account: person, balance: 100, dueDate: null, email: email(nth) })
    const { webUserId } = await enrolCustomer({ db, clock }, { person, username: `neighbor${nth}` })
    await sql`
      insert into proven_address (web_user_id, channel, address, proven_at)
      values (${webUserId}, 'email', ${email(nth)}, '2026-05-01')`.execute(db)
    await wantsEmails(db, webUserId, person)
  }
}

async function counted({ deps }: NotificationWorld, audience: Audience = everyone) {
  return Object.fromEntries(await countRecipients(deps, audience))
}

describe('an approved message', () => {
  test('goes to those who chose announcements by that channel, as many as were counted', async () => {
    const { world } = given
    await wants(world, 'announcement')
    await wantsTexts(world, number, 'announcement')
    await neighbors(world, 3)
    // Wants something else.
    await sql`update notification_choice set kind = 'billReady' where account_id = '5000000002'`.execute(world.deps.db)
    expect(await counted(world)).toEqual({ email: 3, text: 1 })
    const id = await approved(world)
    await work(world)
    expect(world.sent.map(({ to }) => to).toSorted()).toEqual([
      'Maria@customer.example',
      'n0@customer.example',
      'n1@customer.example',
    ])
    const email = world.sent.find(({ to }) => to.startsWith('Maria'))
    expect(email?.subject).toContain('No water on Saturday')
    expect(email?.text).toContain('We repair a main.')
    expect(email?.stopAddress).toMatch(/one-click-stop\?token=/)
    expect(world.texted.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^GWA: No water on Saturday\. https\S+ Reply STOP to opt out\.$/),
    ])
    expect(await stateOf(world, id)).toEqual({ state: 'SENT', found: 4 })
  })

  test('goes once to a customer with two accounts, and once to an address that two customers share', async () => {
    const { world } = given
    await wants(world, 'announcement')
    await secondAccount(world)
    await neighbors(world, 1, () => 'maria@customer.example')
    expect(await counted(world)).toEqual({ email: 1, text: 0 })
    await approved(world)
    await work(world)
    expect(world.sent).toHaveLength(1)
  })

  test.each([
    ['at the same time', 0],
    ['after the first got it', 60],
  ])('once to an address, even if a second customer moved to it and would get it %s', async (_, minutes) => {
    const { world } = given
    await wants(world, 'announcement')
    await neighbors(world, 1)
    await approved(world, { channels: ['email'], villages: null })
    await broadcastWork(world.deps).run(never)
    await sql`update notification set due_at = due_at + ${minutes} * interval '1 minute'
      where account_id = '5000000000'`.execute(world.deps.db)
    if (minutes > 0) await work(world)
    world.clock.advance(minutes * 60_000)
    await sql`update cis.person set email_address = 'Maria@customer.example'`.execute(world.deps.db)
    await sql`update proven_address set address = 'maria@customer.example'`.execute(world.deps.db)
    await work(world)
    expect(world.sent).toHaveLength(1)
    expect((await standing(world)).toSorted()).toEqual(['announcement ACCEPTED', 'announcement DROPPED receipt'])
  })

  test('goes to the chosen villages alone, however the data write them', async () => {
    const { world } = given
    await wants(world, 'announcement')
    await neighbors(world, 2)
    await sql`update cis.premise set city = case premise_id when '5000000000' then 'DEDEDO ' else 'Yona' end`.execute(
      world.deps.db,
    )
    const audience: Audience = { channels: ['email'], villages: ['Dededo'] }
    expect(await counted(world, audience)).toEqual({ email: 1 })
    await approved(world, audience)
    await work(world)
    expect(world.sent.map(({ to }) => to)).toEqual(['n0@customer.example'])
  })

  test('goes to no address that is stopped, not confirmed, or of an account that is not theirs anymore', async () => {
    const { world } = given
    const { db } = world.deps
    await wants(world, 'announcement')
    await wantsTexts(world, number, 'announcement')
    await neighbors(world, 2)
    await stopNumber(db, number, 'stop', world.clock.now())
    await sql`update proven_address set proven_at = null where address = 'n0@customer.example'`.execute(db)
    await sql`delete from cis.account_person where account_id = '5000000001'`.execute(db)
    expect(await counted(world)).toEqual({ email: 1, text: 0 })
    await approved(world)
    await work(world)
    expect([world.sent.length, world.texted.length]).toEqual([1, 0])
  })

  test('is dropped for who replies STOP, or uses the link of another message, before it leaves', async () => {
    const { world } = given
    await wants(world, 'announcement')
    await wantsTexts(world, number, 'announcement')
    await secondAccount(world)
    await approved(world)
    await work(world)
    const token = new URL(world.sent[0]?.stopAddress ?? '').searchParams.get('token') ?? ''
    // The link is not about one account: the next message would come for another.
    await approved(world)
    await broadcastWork(world.deps).run(never)
    await broadcastWork(world.deps).run(never)
    expect(await stopByToken(world.deps, token, origin)).toBe(true)
    await stopNumber(world.deps.db, number, 'stop', world.clock.now())
    world.clock.advance(1000)
    await work(world)
    expect([world.sent.length, world.texted.length]).toEqual([1, 1])
    expect((await standing(world)).slice(2).toSorted()).toEqual([
      'announcement DROPPED not_wanted',
      'announcement DROPPED stopped',
    ])
    expect(await counted(world)).toEqual({ email: 0, text: 0 })
  })

  test('waits while notifications are off, and at night', async () => {
    const { world } = given
    await wants(world, 'announcement')
    const id = await approved(world)
    world.isStopped = true
    await work(world)
    world.isStopped = false
    world.clock.advance(12 * 60 * 60_000)
    await work(world)
    expect(world.sent).toEqual([])
    expect(await stateOf(world, id)).toEqual({ state: 'SENDING', found: 1 })
    world.clock.advance(12 * 60 * 60_000)
    await work(world)
    expect(world.sent).toHaveLength(1)
  })
})

describe('when a process dies between two chunks', () => {
  test('another one goes on where it stopped, each customer once, and what the dead one still does counts for nothing', async () => {
    const { world } = given
    await neighbors(world, 1)
    await sql`
      with more as (
        insert into web_user (person_id, username, password_hash, security_question_id, security_answer_hash, created_at,
          password_changed_at, question_changed_at)
        select (6000000000 + nth)::text, 'many' || nth, '', 1, '', now(), now(), now() from generate_series(1, 700) nth
        returning id, person_id),
      proven as (
        insert into proven_address (web_user_id, channel, address, proven_at)
        select id, 'text', '+1671' || right(person_id, 7), now() from more)
      insert into notification_choice
      select id, person_id, 'announcement', 'text', '1', now(), '' from more`.execute(world.deps.db)
    await sql`insert into cis.account_person (account_id, person_id, relationship_type, is_main,
        is_financially_responsible, may_use_web, bill_address_source)
      select account_id, account_id, 'MAIN', true, true, true, 'PER' from notification_choice
      where channel = 'text'`.execute(world.deps.db)
    const id = await approved(world)
    let isFirst = true
    // The first process stands still in the middle of its second chunk, until another one has done all the work.
    const billing = {
      ...world.deps.billing,
      emailAddresses: async (persons: Parameters<typeof world.deps.billing.emailAddresses>[0]) => {
        if (isFirst) {
          isFirst = false
          world.clock.advance(10 * 60_000)
          for (let worked = 1; worked > 0;) worked = await broadcastWork(world.deps).run(never)
        }
        return await world.deps.billing.emailAddresses(persons)
      },
    }
    await broadcastWork({ ...world.deps, billing }).run(never)
    expect(await stateOf(world, id)).toEqual({ state: 'SENDING', found: 701 })
    const { rows } = await sql<{ all: number; each: number }>`
      select count(*) as all, count(distinct web_user_id) as each from notification`.execute(world.deps.db)
    expect(rows).toEqual([{ all: 701, each: 701 }])
  })
})

describe('when it is stopped in the middle', () => {
  test('what has not left never leaves, with the reason', async () => {
    const { world } = given
    await neighbors(world, 25)
    const id = await approved(world)
    for (let worked = 1; worked > 0;) worked = await broadcastWork(world.deps).run(never)
    const [byEmail] = notificationLoops(world.deps)
    // One second's worth.
    await byEmail?.run(never)
    expect(world.sent).toHaveLength(20)
    await stop(world, id)
    world.clock.advance(1000)
    await byEmail?.run(never)
    await work(world)
    expect(world.sent).toHaveLength(20)
    expect((await standing(world)).filter((line) => line === 'announcement DROPPED broadcast_stopped')).toHaveLength(5)
    expect(await stateOf(world, id)).toEqual({ state: 'STOPPED', found: 25 })
  })

  test('nothing leaves that was checked just before', async () => {
    const { world } = given
    const { db } = world.deps
    await wants(world, 'announcement')
    const id = await approved(world)
    await broadcastWork(world.deps).run(never)
    const now = world.clock.now()
    const lease = { now, until: later(now, 60_000) }
    const leased = await leaseNotifications(db, 'email', { ...lease, most: 5, onlyTests: false })
    expect(leased).toHaveLength(1)
    await stop(world, id)
    const leaving = leased.map((message) => ({ message, address: 'Maria@customer.example' }))
    expect(await handOver(db, leaving, lease)).toEqual(new Set())
  })

  test('before its recipients are found, there are none', async () => {
    const { world } = given
    await wants(world, 'announcement')
    const id = await approved(world)
    await stop(world, id)
    await work(world)
    expect([world.sent, await standing(world)]).toEqual([[], []])
  })
})
