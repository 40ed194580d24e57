import type { SessionKind } from '@portal/contract/call'
import { later } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { type TestClock, testClock } from '../../testing/clock.ts'
import { signInAdministrator, signInCustomer } from '../../testing/people.ts'
import { sweepOnce } from '../work/testing/sweep.ts'
import { grantAccess, openAccounts, grantAccessToAll } from './accounts.ts'
import { deviceOf, endSession, endSessionsOf, findSession, openSession } from './session.ts'

const minute = 60_000

let database: TestDatabase
let clock: TestClock
let deps: { db: TestDatabase['db']; clock: TestClock }

beforeEach(async () => {
  database = await createTestDatabase()
  clock = testClock()
  deps = { db: database.db, clock }
})
afterEach(() => database.drop())

describe('a session', () => {
  test('is found by its token, and only as its own kind', async () => {
    const { id, token } = await openSession(deps, { kind: 'guest' })
    expect(await findSession(deps, 'guest', token)).toEqual({ id, kind: 'guest' })
    expect(await findSession(deps, 'customer', token)).toBeNull()
    expect(await findSession(deps, 'guest', 'A'.repeat(43))).toBeNull()
    expect(await findSession(deps, 'guest', "' or true --")).toBeNull()
  })

  test('is stored without its token', async () => {
    const { token } = await openSession(deps, { kind: 'guest' })
    const { rows } = await database.pool.query<{ row: string }>('select session::text as row from session')
    expect(rows[0]?.row).not.toContain(token)
    expect(rows[0]?.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })

  test.each([
    { kind: 'guest', idleMinutes: 60 },
    { kind: 'customer', idleMinutes: 15 },
    { kind: 'admin', idleMinutes: 15 },
  ] as const)('of a $kind ends after $idleMinutes minutes without a call', async ({ kind, idleMinutes }) => {
    const token = await openFor(kind)
    clock.advance(idleMinutes * minute)
    expect(await findSession(deps, kind, token)).not.toBeNull()
    clock.advance((idleMinutes + 1) * minute)
    expect(await findSession(deps, kind, token)).toBeNull()
  })

  test('that is used all the time still ends after twelve hours', async () => {
    const token = await signInCustomer(deps)
    const seen: boolean[] = []
    for (let minutes = 10; minutes <= 730; minutes += 10) {
      clock.advance(10 * minute)
      seen.push((await findSession(deps, 'customer', token)) !== null)
    }
    expect(seen.indexOf(false)).toBe(71)
  })

  test('is written at most once a minute', async () => {
    const { token } = await openSession(deps, { kind: 'guest' })
    const started = clock.now()
    clock.advance(59_000)
    await findSession(deps, 'guest', token)
    expect(await lastSeen()).toBe(started)
    clock.advance(1_000)
    await findSession(deps, 'guest', token)
    expect(await lastSeen()).toBe(clock.now())
  })

  test('that was ended no longer works, and the accounts opened to it are closed', async () => {
    const { id, token } = await openSession(deps, { kind: 'guest' })
    await grantAccess(database.db, id, AccountNumber.parse('0000000001'), clock.now())
    await endSession(database.db, id)
    expect(await findSession(deps, 'guest', token)).toBeNull()
    expect(await openAccounts(database.db, id)).toEqual([])
  })

  test('of a customer and of an administrator says who it belongs to', async () => {
    const customer = await signInCustomer(deps, { person: '4821007391', username: 'maria' })
    const administrator = await signInAdministrator(deps, 5)
    for (const token of [customer, administrator]) expect(await findSession(deps, 'guest', token)).toBeNull()
    expect(await findSession(deps, 'customer', customer)).toMatchObject({
      kind: 'customer',
      personId: '4821007391',
      username: 'maria',
    })
    expect(await findSession(deps, 'admin', administrator)).toMatchObject({ kind: 'admin', level: 5 })
  })

  test('that is looked up passively says when it ends and is not kept alive', async () => {
    const token = await signInCustomer(deps)
    const found = await findSession(deps, 'customer', token)
    const endsAt = later(clock.now(), 16 * minute)
    clock.advance(10 * minute)
    expect(found).toMatchObject({ endsAt })
    expect(await findSession(deps, 'customer', token, { passively: true })).toEqual(found)
    clock.advance(6 * minute)
    expect(await findSession(deps, 'customer', token, { passively: true })).toBeNull()
  })

  test("of an administrator has the administrator's current level", async () => {
    const token = await signInAdministrator(deps, 5)
    await database.pool.query('update admin_user set level = 2')
    expect(await findSession(deps, 'admin', token)).toMatchObject({ level: 2 })
  })

  test('ends when its user is deleted', async () => {
    const token = await signInAdministrator(deps, 5)
    await database.pool.query('delete from admin_user')
    expect(await findSession(deps, 'admin', token)).toBeNull()
  })

  test('of a customer can be ended everywhere else at once, and other customers keep theirs', async () => {
    const person = '4821007391'
    const [here, there, other] = [
      await signInCustomer(deps, { person }),
      await signInCustomer(deps, { person }),
      await signInCustomer(deps),
    ]
    const kept = await findSession(deps, 'customer', here)
    if (kept?.kind !== 'customer') throw new Error('Nobody is signed in')
    await endSessionsOf(database.db, kept, kept.id)
    expect(await findSession(deps, 'customer', here)).not.toBeNull()
    expect(await findSession(deps, 'customer', there)).toBeNull()
    expect(await findSession(deps, 'customer', other)).not.toBeNull()
  })

  async function openFor(kind: SessionKind): Promise<string> {
    if (kind === 'customer') return await signInCustomer(deps)
    return kind === 'admin' ? await signInAdministrator(deps, 1) : (await openSession(deps, { kind })).token
  }

  async function lastSeen(): Promise<string | undefined> {
    const row = await database.db.selectFrom('session').select('last_seen_at').executeTakeFirst()
    return row?.last_seen_at
  }
})

test('each session has its own opened accounts, the last found first', async () => {
  const [one, two] = [AccountNumber.parse('0000000001'), AccountNumber.parse('0000000002')]
  const mine = await openSession(deps, { kind: 'guest' })
  const theirs = await openSession(deps, { kind: 'guest' })
  await grantAccess(database.db, mine.id, one, clock.now())
  clock.advance(1000)
  await grantAccess(database.db, mine.id, two, clock.now())
  clock.advance(1000)
  await grantAccess(database.db, mine.id, one, clock.now())
  expect(await openAccounts(database.db, mine.id)).toEqual([one, two])
  expect(await openAccounts(database.db, theirs.id)).toEqual([])
})

describe('while many accounts are being opened to a session', () => {
  const [first, second] = [AccountNumber.parse('0000000001'), AccountNumber.parse('0000000002')]
  const third = AccountNumber.parse('0000000003')

  /** Starts both, one after the other, while another transaction holds the first account; then releases it. */
  async function atOnce(id: number, works: readonly (() => Promise<unknown>)[]): Promise<string[]> {
    const { db, pool } = database
    const holder = await pool.connect()
    const working: Promise<unknown>[] = []
    try {
      for (const account of [first, second]) await grantAccess(db, id, account, clock.now())
      await holder.query('begin')
      await holder.query('select from session_account where account_id = $1 for update', [first])
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      for (const work of works) {
        working.push(work())
        await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(working.length)
      }
    } finally {
      holder.release(true)
    }
    return (await Promise.allSettled(working)).map(({ status }) => status)
  }

  const opening = (id: number, found: readonly AccountNumber[]) => async () => {
    await database.db.transaction().execute(async (tx) => await grantAccessToAll(tx, id, found, clock.now()))
  }

  test('the session can be ended without a deadlock', async () => {
    const { id, token } = await openSession(deps, { kind: 'guest' })
    const works = [opening(id, [first, second, third]), async () => await endSession(database.db, id)]
    expect(await atOnce(id, works)).toEqual(['fulfilled', 'fulfilled'])
    expect(await findSession(deps, 'guest', token)).toBeNull()
  })

  test('another tab can open the same accounts in another order', async () => {
    const { id } = await openSession(deps, { kind: 'guest' })
    const works = [opening(id, [first, second]), opening(id, [second, first])]
    expect(await atOnce(id, works)).toEqual(['fulfilled', 'fulfilled'])
    expect(await openAccounts(database.db, id)).toHaveLength(2)
  })
})

test('the sweep deletes ended sessions and leaves the others', async () => {
  await openSession(deps, { kind: 'guest' })
  clock.advance(62 * minute)
  const { token } = await openSession(deps, { kind: 'guest' })
  expect(await sweepOnce(deps, 'session')).toBe(1)
  expect(await sweepOnce(deps, 'session')).toBe(0)
  expect(await findSession(deps, 'guest', token)).not.toBeNull()
})

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test.each([
  [chromeOnWindows, 'Chrome on Windows'],
  [`${chromeOnWindows} Edg/140.0.0.0`, 'Microsoft Edge on Windows'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0', 'Firefox on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [undefined, ''],
  ['', ''],
])('%j is %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))

test.each(['<script>alert(1)</script>', 'x'.repeat(100_000), '((((((((', 'Chrome/'.repeat(5000)])(
  'whatever else is said gives a short text',
  (userAgent) => expect(deviceOf(userAgent).length).toBeLessThanOrEqual(100),
)
