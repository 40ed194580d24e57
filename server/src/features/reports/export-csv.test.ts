import { text } from 'node:stream/consumers'
import { ReportFilter } from '@portal/contract/reports'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Download } from '../../http/route.ts'
import { exportPayments } from './export-csv.ts'
import { testReports } from './testing/reports.ts'

const reports = testReports()
const abortErrors = /aborted|Premature close/

async function exporting(signal = new AbortController().signal, pool?: pg.Pool): Promise<Download> {
  const { deps } = reports.portal
  const admin = { adminUserId: 1, username: 'ana', level: 3, mustChangePassword: false } as const
  const caller = { id: 1, kind: 'admin', ...admin, endsAt: deps.clock.now() } as const
  const origin = { signal, clientAddress: '127.0.0.1', requestId: 'request' }
  return await exportPayments({ ...deps, pool: pool ?? deps.pool }, caller, ReportFilter.parse({}), origin)
}

/** The same, but for one of its methods. */
function but<Whole extends object>(
  whole: Whole,
  name: keyof Whole,
  instead: (...given: never[]) => Promise<unknown>,
): Whole {
  return new Proxy(whole, { get: (kept, asked) => (asked === name ? instead : Reflect.get(kept, asked)) })
}

/** The exports under way here: other tests copy in databases of their own. */
const copies = "from pg_stat_activity where datname = current_database() and state = 'active' and query like 'copy%'"

/** Lets nobody read payments meanwhile, so that an export takes its time. */
async function whileSlow<Result>(work: () => Promise<Result>): Promise<Result> {
  const holder = await reports.portal.database.pool.connect()
  try {
    await holder.query('begin; lock table posting in access exclusive mode')
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
    // An export that nobody could stop still reads the tables that the next test empties.
    await expect.poll(copiesRunning).toBe(0)
  }
}

async function copiesRunning(): Promise<number> {
  const { rows } = await reports.portal.database.pool.query<{ running: number }>(
    `select count(*)::integer as running ${copies}`,
  )
  return rows[0]?.running ?? 0
}

async function exportsNoted(): Promise<number> {
  const { rows } = await reports.portal.database.pool.query<{ noted: number }>(
    "select count(*)::integer as noted from audit_entry where action = 'report-exported'",
  )
  return rows[0]?.noted ?? 0
}

const connectionsInUse = (): number => {
  const { totalCount, idleCount } = reports.portal.database.pool
  return totalCount - idleCount
}

describe('an export whose browser goes away', () => {
  test('is stopped in the database, and its connection is free again', async () => {
    await whileSlow(async () => {
      const before = connectionsInUse()
      const browser = new AbortController()
      const read = text((await exporting(browser.signal)).content)
      await expect.poll(copiesRunning).toBe(1)
      browser.abort()
      await expect(read).rejects.toThrow(abortErrors)
      await expect.poll(copiesRunning).toBe(0)
      await expect.poll(() => connectionsInUse()).toBe(before)
    })
  })

  test('before it has begun never begins, and its connection is free again', async () => {
    const before = connectionsInUse()
    await expect(exporting(AbortSignal.abort())).rejects.toThrow(abortErrors)
    expect(connectionsInUse()).toBe(before)
  })

  test('when it cannot be stopped either, is noted in the log, and the process lives', async () => {
    const { pool } = reports.portal.database
    await whileSlow(async () => {
      const browser = new AbortController()
      const away = but(pool, 'query', () => Promise.reject(new Error('no connection is free')))
      const read = text((await exporting(browser.signal, away)).content)
      browser.abort()
      await expect(read).rejects.toThrow(abortErrors)
      await expect.poll(() => reports.portal.logLines.join('\n')).toContain('no connection is free')
    })
  })
})

describe('an export that fails', () => {
  test('at its first query gives its connection back', async () => {
    const { pool } = reports.portal.database
    const before = connectionsInUse()
    const broken = but(pool, 'connect', async () =>
      but(await pool.connect(), 'query', () => Promise.reject(new Error('the connection is broken'))),
    )
    await expect(exporting(undefined, broken)).rejects.toThrow('the connection is broken')
    expect(connectionsInUse()).toBe(before)
  })

  test('while it is made gives its connection back', async () => {
    await whileSlow(async () => {
      const before = connectionsInUse()
      const asked = reports.finance.get('/api/v1/transactions.csv')
      await expect.poll(copiesRunning).toBe(1)
      await reports.portal.database.pool.query(`select pg_cancel_backend(pid) ${copies}`)
      await asked
      await expect.poll(() => connectionsInUse()).toBe(before)
    })
  })
})

test('of three exports at once the third is told to try again, and is made when another has ended', async () => {
  const noted = await exportsNoted()
  await whileSlow(async () => {
    const browser = new AbortController()
    const ended = text((await exporting(browser.signal)).content)
    const other = new AbortController()
    const others = text((await exporting(other.signal)).content)
    const reply = await reports.finance.get('/api/v1/transactions.csv')
    expect([reply.statusCode, reply.json().type]).toEqual([503, '/problems/exports-busy'])
    expect(await exportsNoted()).toBe(noted + 2)
    browser.abort()
    await expect(ended).rejects.toThrow(abortErrors)
    const third = new AbortController()
    const made = text((await exporting(third.signal)).content)
    for (const one of [other, third]) one.abort()
    await expect(others).rejects.toThrow(abortErrors)
    await expect(made).rejects.toThrow(abortErrors)
  })
  expect(await reports.exported()).toContain('Payment ID,Payment Date')
})

test('a whole card number is no filter, so that none gets into the audit log (P1)', async () => {
  const before = await exportsNoted()
  const reply = await reports.finance.get('/api/v1/transactions.csv?credit_card=4111+1111-11111111')
  expect(reply.statusCode).toBe(400)
  expect(await exportsNoted()).toBe(before)
})
