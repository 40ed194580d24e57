import type { AdminLevel } from '@portal/contract/admin-levels'
import { Instant } from '@portal/contract/dates'
import { NotificationRuns, type NotificationTotal, readRunExample } from '@portal/contract/notification-runs'
import { Problem } from '@portal/contract/problem'
import { stopNotifications } from '@portal/contract/sent-notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestBill } from '../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { releaseWork } from '../messages/notifications/runs.ts'
import { testClock } from '../testing/clock.ts'
import { enrolCustomer } from '../testing/people.ts'

const account = '4821007391'
/** 02/03/2026, 2 p.m. in Guam. */
const clock = testClock(Instant.parse('2026-02-03T04:00:00.000Z'))
let portal: TestApp
let finance: TestBrowser
let webUserId: number
beforeAll(async () => {
  portal = await testApp({ clock })
  const { db } = portal.database
  await addTestAccount(db, { account, balance: 9_520 })
  await addTestBill(db, {
    account,
    billId: '500000010001',
    billDate: '2026-02-01',
    dueDate: '2026-02-20',
    charges: 9_520,
  })
  webUserId = (await enrolCustomer(portal.deps, { person: account, username: 'maria' })).webUserId
  finance = await portal.administrator(3)
})
beforeEach(async () => {
  await emptyTables(portal.database.db, ['notification', 'notification_run', 'notification_scan'], 'from1')
  await portal.database.pool.query('update maintenance_switch set is_off = false')
})
afterAll(() => portal.close())

const path = '/api/v1/notification-runs'
const read = async () => NotificationRuns.parse((await finance.get(path)).json())

/** A look at the accounts on that day, which found so many new bills. */
async function scan(day: string, state: 'WAITING' | 'OPEN' | 'DONE', found: number): Promise<number> {
  const { pool } = portal.database
  const { rows } = await pool.query<{ id: number }>(
    `insert into notification_scan (import_id, day, begun_at, done_at) values (1, $1, $2, $2) returning id`,
    [day, clock.now()],
  )
  const id = Number(rows[0]?.id)
  await pool.query(
    `insert into notification_run (scan_id, kind, found, state, release_at)
     values ($1, 'billReady', $2, $3, case when $3 = 'OPEN' then now() end)`,
    [id, found, state],
  )
  return id
}

interface Message {
  state: string
  scanId?: number
  reason?: string
  channel?: 'email' | 'text'
  kind?: string
  at?: string
}

let made = 0
async function message({ state, scanId, reason, channel = 'email', kind = 'billReady', at }: Message): Promise<void> {
  made += 1
  await portal.database.pool.query(
    `insert into notification (kind, web_user_id, account_id, cause, channel, scan_id, facts, state, reason, found_at,
       due_at, expires_at, settled_at)
     values ($1, $2, $3, $4, $5, $6, '{"dueOn":"2026-02-20","total":9520,"owed":9520}', $7, $8, $9,
       case when $7 = 'READY' then $9::timestamptz end, '2026-03-01', $9)`,
    [kind, webUserId, account, `bill ${made}`, channel, scanId, state, reason, at ?? clock.now()],
  )
}

const decide = async (changes: object, by = finance) =>
  await by.post(`${path}/decide`, {
    scanId: 1,
    kind: 'billReady',
    found: 4000,
    decision: 'release',
    why: 'Import is right',
    ...changes,
  })
const states = async () =>
  (await portal.database.pool.query<{ state: string }>('select state from notification')).rows.map(({ state }) => state)

describe('the runs', () => {
  test('are listed by their scans, the newest first, each with the usual number; one that found nothing, too', async () => {
    for (const [day, found] of [
      ['2026-01-30', 900],
      ['2026-01-31', 1000],
      ['2026-02-01', 1100],
    ] as const)
      await scan(day, 'DONE', found)
    await scan('2026-02-02', 'WAITING', 4000)
    await portal.database.pool.query(
      `insert into notification_scan (import_id, day, begun_at) values (2, '2026-02-03', now())`,
    )
    const { scans } = await read()
    expect(scans.map(({ day, runs }) => [day, runs.map(({ found, usual, state }) => [found, usual, state])])).toEqual([
      ['2026-02-03', []],
      ['2026-02-02', [[4000, 1000, 'WAITING']]],
      ['2026-02-01', [[1100, 1000, 'DONE']]],
      ['2026-01-31', [[1000, 900, 'DONE']]],
      ['2026-01-30', [[900, null, 'DONE']]],
    ])
  })

  test('an old one is listed as long as it waits', async () => {
    await scan('2026-01-01', 'WAITING', 4000)
    for (let day = 1; day < 20; day += 1) await scan(`2026-02-${String(day).padStart(2, '0')}`, 'DONE', 10)
    const days = (await read()).scans.map(({ day }) => day)
    expect([days.length, days[0], days.at(-1)]).toEqual([15, '2026-02-19', '2026-01-01'])
  })
})

describe('given a run that waits', () => {
  beforeEach(async () => {
    await scan('2026-02-02', 'WAITING', 4000)
    await message({ state: 'HELD', scanId: 1 })
  })

  test('one of its messages is shown as it would be read, and its link stops nothing', async () => {
    const { example } = readRunExample.reply.parse(
      (await finance.get(`${path}/example?scanId=1&kind=billReady`)).json(),
    )
    expect(example).toMatchObject({ channel: 'email', subject: expect.stringContaining('Your bill is ready') })
    expect(example?.text).toContain('$95.20')
    const [, token = ''] = /stop-notifications#(\S+)/.exec(example?.text ?? '') ?? []
    expect((await finance.post(stopNotifications.path, { token })).statusCode).toBe(404)
    expect((await finance.get(`${path}/example?scanId=1&kind=overdue`)).json()).toEqual({ example: null })
  })

  test.each([
    ['release', 'READY', 'notification-run-released'],
    ['drop', 'DROPPED', 'notification-run-dropped'],
  ] as const)(
    'when a person decides to %s it, then its messages are %s, with name and reason in the audit log',
    async (decision, state, action) => {
      const reply = NotificationRuns.parse((await decide({ decision })).json())
      expect(reply.scans[0]?.runs[0]?.decided).toMatchObject({ at: clock.now(), isRelease: decision === 'release' })
      await releaseWork(portal.deps).run(new AbortController().signal)
      expect(await states()).toEqual([state])
      const { rows } = await portal.database.pool.query(
        'select action, subject, after_change from audit_entry order by id desc limit 1',
      )
      expect(rows).toEqual([
        {
          action,
          subject: 'A new bill is ready',
          after_change: '{"day":"2026-02-02","found":4000,"why":"Import is right"}',
        },
      ])
    },
  )

  test.each([
    ['another number was shown', { found: 3999 }],
    ['it is of another kind', { kind: 'overdue' }],
    ['somebody else has decided', { scanId: 2 }],
  ])('when %s, then nothing is decided', async (_, changes) => {
    await scan('2026-02-03', 'OPEN', 4000)
    const reply = await decide(changes)
    expect(Problem.parse(reply.json()).type).toBe('/problems/run-changed')
    expect((await read()).scans.flatMap(({ runs }) => runs.map((run) => run.decided))).toEqual([null, null])
  })

  test.each([2 ** 31, Number.MAX_SAFE_INTEGER])(
    'with %d found, which is more than there can be, the field is named',
    async (found) => {
      const reply = await decide({ found })
      expect([reply.statusCode, reply.json().errors?.[0]?.field]).toEqual([400, 'found'])
    },
  )

  test('without a reason nothing is decided', async () => {
    expect((await decide({ why: ' ' })).statusCode).toBe(400)
  })
})

describe('the queue', () => {
  test('is counted by channel, with what the provider refused of late and why', async () => {
    for (const state of ['READY', 'READY', 'HANDING_OVER', 'UNKNOWN', 'ACCEPTED', 'HELD']) await message({ state })
    await message({ state: 'REFUSED', reason: 'the mailbox is full' })
    await message({ state: 'REFUSED', reason: 'long ago', at: '2026-02-03T02:00:00.000Z' })
    await message({ state: 'UNKNOWN', at: '2026-02-01T02:00:00.000Z' })
    expect((await read()).queue).toEqual([
      {
        channel: 'email',
        ready: 2,
        readySince: clock.now(),
        handingOver: 1,
        unknown: 1,
        refused: 1,
        refusedFor: 'the mailbox is full',
        perSecond: portal.deps.profile.notifications.emailsPerSecond,
      },
    ])
  })

  test('says since when it is switched off', async () => {
    await (await portal.administrator(2)).post('/api/v1/system-maintenance-update', { id: 4, flag: 1 })
    expect(await read()).toMatchObject({ stoppedAt: clock.now() })
  })
})

describe('what became of messages', () => {
  beforeEach(async () => {
    for (const state of ['READY', 'ACCEPTED', 'ACCEPTED', 'DELIVERED', 'UNKNOWN', 'HELD']) await message({ state })
    await message({ state: 'REFUSED', reason: 'the mailbox is full' })
    await message({ state: 'REFUSED', reason: 'no such user' })
    await message({ state: 'DROPPED', reason: 'paid' })
    await message({ state: 'DROPPED', reason: 'baseline' })
    await message({ state: 'UNDELIVERED', reason: 'unreachable 30003', channel: 'text' })
    // The evening before in Guam, and more than a week ago.
    await message({ state: 'ACCEPTED', at: '2026-02-02T13:59:00.000Z' })
    await message({ state: 'ACCEPTED', at: '2026-01-27T13:59:00.000Z' })
  })

  test('is counted by day, kind and channel, with the reason of what was dropped; what was known before is left out', async () => {
    const { totals } = (await finance.get('/api/v1/notification-totals')).json<{ totals: NotificationTotal[] }>()
    const lines = totals.map(({ day, kind, channel, counts }) => [
      `${day} ${kind} ${channel}`,
      Object.fromEntries(counts.map(({ result, reason, count }) => [`${result} ${reason}`.trim(), count])),
    ])
    expect(Object.fromEntries(lines)).toEqual({
      '2026-02-03 billReady email': {
        waiting: 2,
        sent: 2,
        delivered: 1,
        unknown: 1,
        undelivered: 2,
        'dropped paid': 1,
      },
      '2026-02-03 billReady text': { 'undelivered unreachable': 1 },
      '2026-02-02 billReady email': { sent: 1 },
    })
  })

  test('leaves as a file of a month', async () => {
    const file = await finance.get('/api/v1/notification-totals.csv')
    expect(file.headers['content-disposition']).toBe('attachment; filename="GWA-Notifications-2026-02-03.csv"')
    const lines = file.body.split('\n')
    expect(lines[0]).toBe('\uFEFFDay,Message,Channel,Result,Reason,Number')
    expect(lines).toContain('2026-02-03,A new bill is ready,Text,Not delivered,The phone was off or out of reach.,1')
    expect(lines).toContain('2026-01-27,A new bill is ready,Email,Sent,,1')
  })
})

test.each([2, 4, 5, 6] satisfies AdminLevel[])('level %d neither sees nor decides', async (level) => {
  const other = await portal.administrator(level)
  await scan('2026-02-02', 'WAITING', 4000)
  for (const each of [
    'notification-runs',
    'notification-runs/example',
    'notification-totals',
    'notification-totals.csv',
  ])
    expect((await other.get(`/api/v1/${each}`)).statusCode).toBe(403)
  expect((await decide({}, other)).statusCode).toBe(403)
})
