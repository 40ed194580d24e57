import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import type { PaperlessState } from '@portal/contract/paperless'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { stopByToken } from '../features/notifications/stop-link.ts'
import { contactDelivery } from '../foundation/contact-changes/delivery.ts'
import { choose, readChoices } from '../messages/choices/choices.ts'
import { stopToken } from '../messages/outbox/names.ts'
import {
  account,
  imports,
  notificationTests,
  origin,
  work,
  workThroughDelay,
} from '../messages/testing/notification-world.ts'
import { isNeededOnPaperless, goBackToPaper, goPaperless } from './choose.ts'
import { paperlessWork } from './compare.ts'
import { compareRoute, paperlessState } from './rules.ts'
import { readPaperlessOf } from './view.ts'

const given = notificationTests()
beforeEach(async () => await given.world.database.pool.query('truncate contact_outbox, cis.contact_change cascade'))

const never = new AbortController().signal
const deps = () => ({ ...given.world.deps, wake: () => undefined, texts: null })
const query = async (text: string) => (await given.world.database.pool.query<Record<string, unknown>>(text)).rows

const turnOn = async () => await goPaperless(deps(), given.world.maria, [account], origin)
const turnOff = async () => await goBackToPaper(deps(), given.world.maria, [account], origin)
const deliver = async () => await contactDelivery(deps()).run(never)
const stateNow = async () => (await readPaperlessOf(deps(), given.world.maria)).accounts[0]

/** The next extract, with how bills go out; what was asked for is contained, unless it says otherwise. */
async function extract(route: 'EMAIL' | 'POSTAL' | null, containsChanges = true): Promise<void> {
  const { world } = given
  world.clock.advance(24 * 60 * 60_000)
  await deliver()
  await imports(world)
  await world.database.pool.query('update cis.account_person set bill_route = $1', [route])
  if (containsChanges)
    await query('update cis.contact_change set contained_in_import = (select max(id) from cis.import_run)')
  for (let run = 1; run > 0;) run = await paperlessWork(deps()).run(never)
}

const told = async () => {
  const { db } = given.world.deps
  const changes = await db.selectFrom('cis.contact_change').select('detail').orderBy('change_number').execute()
  return changes.flatMap(({ detail }) => detail.billRoutes ?? [])
}

describe('what an account shows', () => {
  const at = Instant.parse('2026-06-01T00:00:00.000Z')
  const on = CalendarDate.parse('2026-06-02')
  const choices = {
    none: undefined,
    asked: { startedAt: null, confirmedOn: null, endedOn: null, endedWhy: null },
    told: { startedAt: at, confirmedOn: null, endedOn: null, endedWhy: null },
    confirmed: { startedAt: at, confirmedOn: on, endedOn: null, endedWhy: null },
    ended: { startedAt: at, confirmedOn: on, endedOn: on, endedWhy: 'records' as const },
  }
  const rows: [keyof typeof choices, 'EMAIL' | 'POSTAL' | null, 'EMAIL' | 'POSTAL' | null, PaperlessState][] = [
    ['none', null, null, 'off'],
    ['none', 'POSTAL', null, 'off'],
    ['none', 'POSTAL', 'POSTAL', 'off'],
    ['none', 'EMAIL', null, 'online'],
    ['none', 'EMAIL', 'POSTAL', 'ending'],
    ['asked', 'POSTAL', null, 'asked'],
    ['told', 'POSTAL', 'EMAIL', 'pending'],
    ['told', 'EMAIL', 'EMAIL', 'pending'],
    ['confirmed', 'EMAIL', null, 'on'],
    ['ended', 'POSTAL', null, 'returned'],
    ['ended', 'EMAIL', 'POSTAL', 'returned'],
    ['ended', 'EMAIL', null, 'online'],
  ]
  test.each(rows)('given choice %s, data %s and a change to %s under way, it is %s', (choice, route, asked, state) => {
    expect(paperlessState(choices[choice], { route, asked })).toBe(state)
  })
})

test.each([
  [undefined, 'left'],
  [{ route: 'POSTAL', asked: 'EMAIL' }, 'waits'],
  [{ route: 'EMAIL', asked: 'EMAIL' }, 'waits'],
  [{ route: 'EMAIL', asked: null }, 'confirmed'],
  [{ route: 'POSTAL', asked: null }, 'contradicted'],
  [{ route: null, asked: null }, 'unknown'],
] as const)('given data with %o, paperless bills are %s', (routing, expected) => {
  expect(compareRoute(routing)).toBe(expected)
})

describe('given a customer whose address is confirmed', () => {
  test('when they go paperless, then it is pending until an extract has it, and on since then', async () => {
    expect(await stateNow()).toMatchObject({ state: 'off' })
    expect(await turnOn()).toBe('started')
    expect(await stateNow()).toMatchObject({ state: 'pending' })
    await extract('POSTAL', false)
    expect(await stateNow()).toMatchObject({ state: 'pending', since: null })
    await extract('EMAIL')
    expect(await stateNow()).toMatchObject({ state: 'on', since: '2026-06-03' })
    await extract('EMAIL')
    expect(await stateNow()).toMatchObject({ state: 'on', since: '2026-06-03' })
    expect(await told()).toEqual([{ accountId: account, route: 'EMAIL' }])
  })

  test('when the extract does not say how bills go out, then it stays pending', async () => {
    await turnOn()
    await extract(null)
    expect(await stateNow()).toMatchObject({ state: 'pending' })
  })

  test('when an older extract is imported by force, then it is pending again', async () => {
    await turnOn()
    await extract('EMAIL')
    await query('update cis.contact_change set contained_in_import = null')
    await extract('POSTAL', false)
    expect(await stateNow()).toMatchObject({ state: 'pending', since: null })
  })

  test.each([
    ['before it was ever on', ['POSTAL']],
    ['after it was on', ['EMAIL', 'POSTAL']],
  ] as const)('when the records say paper %s, then they count, and the customer is told once', async (_, routes) => {
    await turnOn()
    for (const route of routes) await extract(route)
    await extract('POSTAL')
    expect(await stateNow()).toMatchObject({ state: 'returned', why: 'records' })
    expect(await query('select kind, recipient from email')).toEqual([
      { kind: 'paperless-ended', recipient: 'Maria@customer.example' },
    ])
    expect(await told()).toHaveLength(1)
    await turnOn()
    expect(await stateNow()).toMatchObject({ state: 'pending' })
  })

  test('when they change their mind before the next file, then the last choice is told last', async () => {
    await turnOn()
    await turnOff()
    expect(await stateNow()).toMatchObject({ state: 'off' })
    await turnOn()
    await turnOff()
    while ((await deliver()) > 0);
    expect((await told()).at(-1)).toEqual({ accountId: account, route: 'POSTAL' })
    await extract('POSTAL')
    expect(await stateNow()).toMatchObject({ state: 'off' })
  })

  test('when they press twice, then it is told once', async () => {
    await Promise.all([turnOn(), turnOn()])
    await turnOn()
    await deliver()
    expect(await told()).toHaveLength(1)
  })

  test('when they go back, then it is pending until an extract has it', async () => {
    await turnOn()
    await extract('EMAIL')
    await turnOff()
    expect(await stateNow()).toMatchObject({ state: 'ending' })
    await extract('POSTAL')
    expect(await stateNow()).toMatchObject({ state: 'off' })
  })

  test('then their consent is kept with words, time and address, and both changes are in the audit log', async () => {
    await turnOn()
    expect(await query('select words, agreed_from from paperless_choice')).toEqual([
      { words: '2026-11', agreed_from: origin.clientAddress },
    ])
    await turnOff()
    expect(
      await query(`select after_change::json->>'isOn' as on from audit_entry where action = 'paperless-changed'
        order by id desc limit 2`),
    ).toEqual([{ on: 'false' }, { on: 'true' }])
  })

  test('then a bill that is ready is always emailed, the bill of a month ago excepted', async () => {
    const { world } = given
    await imports(world, { billId: '500000010001' })
    await turnOn()
    await choose(
      deps(),
      world.maria,
      { accounts: [account], kind: 'billReady', channel: 'email', isOn: false },
      origin,
      isNeededOnPaperless,
    )
    expect((await readChoices(deps(), world.maria)).choices).toHaveLength(1)
    await work(world)
    expect(world.sent).toEqual([])
    await imports(world, { billId: '500000010002' })
    await workThroughDelay(world)
    expect(world.sent).toHaveLength(1)
  })

  test('then stopping these emails by their link brings paper back', async () => {
    const { world } = given
    await turnOn()
    await imports(world, { billId: '500000010001' })
    await workThroughDelay(world)
    const [first] = await query('select id from notification')
    expect(await stopByToken(world.deps, stopToken(world.deps.config, Number(first?.id)), origin)).toBe(true)
    while ((await deliver()) > 0);
    expect((await told()).at(-1)).toEqual({ accountId: account, route: 'POSTAL' })
    expect((await readChoices(deps(), world.maria)).choices).toEqual([])
  })
})

test('given an address that is not confirmed, then nothing is told to the billing system', async () => {
  await query('delete from proven_address')
  expect(await turnOn()).toBe('unproven')
  expect(await stateNow()).toMatchObject({ state: 'asked' })
  await extract('POSTAL')
  expect(await stateNow()).toMatchObject({ state: 'asked' })
  await turnOff()
  await deliver()
  expect(await told()).toEqual([])
})

describe('given a paperless account', () => {
  beforeEach(async () => {
    await turnOn()
    await extract('EMAIL')
  })
  const bounce = async () => {
    await query("insert into stopped_address values ('email', 'maria@customer.example', 'bounced', now())")
    await paperlessWork(deps()).run(never)
  }
  const trouble = async () => (await query('select trouble from paperless_choice')).map((row) => row.trouble)

  test('when its emails come back, then staff see it, and nothing is switched by itself', async () => {
    await bounce()
    expect(await trouble()).toEqual(['stopped'])
    expect(await stateNow()).toMatchObject({ state: 'on' })
    await query('delete from stopped_address')
    await paperlessWork(deps()).run(never)
    expect(await trouble()).toEqual([null])
  })

  test('when the profile says so, then paper comes back by itself', async () => {
    Object.assign(given.world.deps.profile, { paperless: { whenEmailsFail: 'paper' } })
    await bounce()
    expect(await stateNow()).toMatchObject({ state: 'returned', why: 'emails' })
    await deliver()
    expect((await told()).at(-1)).toEqual({ accountId: account, route: 'POSTAL' })
  })

  test.each([
    ["email_address = 'new@customer.example'", 'unproven'],
    ['email_address = null', 'none'],
  ])('when the next extract has %s, then staff see it as %s', async (change, reason) => {
    await query(`update cis.person set ${change}`)
    await extract('EMAIL')
    expect(await trouble()).toEqual([reason])
  })

  test('when the account is no longer theirs, then the billing system is told to mail paper', async () => {
    const other = AccountNumber.parse('1234567899')
    await query(`update cis.account_person set may_use_web = false where account_id <> '${other}'`)
    await extract('EMAIL')
    while ((await deliver()) > 0);
    expect((await told()).at(-1)).toEqual({ accountId: account, route: 'POSTAL' })
    expect(await trouble()).toEqual([])
    expect(
      await query(
        "select action, actor_kind from audit_entry where action = 'paperless-ended' order by id desc limit 1",
      ),
    ).toEqual([{ action: 'paperless-ended', actor_kind: 'system' }])
  })
})

test('many choices are compared in chunks, each once for an import', async () => {
  const { db } = given.world.deps
  await turnOn()
  await deliver()
  await sql`
    insert into paperless_choice (web_user_id, account_id, words, agreed_at, agreed_from, started_at)
    select web_user_id, lpad(n::text, 10, '0'), words, agreed_at, agreed_from, started_at
    from paperless_choice, generate_series(1, 700) as n`.execute(db)
  await imports(given.world)
  const compared: number[] = []
  for (let run = 1; run > 0;) compared.push((run = await paperlessWork(deps()).run(never)))
  expect(compared).toEqual([500, 201, 0])
})
