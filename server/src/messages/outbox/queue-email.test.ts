import { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../database/connect.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { type NewEmail, keyOfRepeat } from '../../wording/customer-email.ts'
import { statusQuery, isQueued, queueEmail, redirectEmail, withdrawEmails } from './queue-email.ts'

const now = Instant.parse('2026-03-01T00:00:00.000Z')
const later = Instant.parse('2026-03-01T01:00:00.000Z')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.pool.query('delete from email')
  for (const key of ['paid-1', `${keyOfRepeat('paid-1')}a`, 'paid-10', 'paid-2']) {
    await inTransaction(async (tx) => await queueEmail(tx, emailOf(key), now))
  }
})
afterAll(() => database.drop())

function emailOf(dedupeKey: string): NewEmail {
  return {
    template: 'help-ticket',
    dedupeKey,
    recipient: 'maria@example.com',
    subject: '',
    text: '',
    html: '',
    notBefore: later,
  }
}

async function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await database.db.transaction().execute(work)
}

async function keysWhere(condition = 'true'): Promise<string[]> {
  const { rows } = await database.pool.query<{ key: string }>(
    `select dedupe_key as key from email where ${condition} order by id`,
  )
  return rows.map(({ key }) => key)
}

test('withdrawing an email withdraws its repeats and no other email', async () => {
  expect(await inTransaction(async (tx) => await withdrawEmails(tx, 'paid-1'))).toBe(2)
  expect(await keysWhere()).toEqual(['paid-10', 'paid-2'])
})

test.each(['delivered_at', 'refused_at'])('an email with %s stays when it is withdrawn', async (column) => {
  await database.pool.query(`update email set ${column} = now() where dedupe_key = 'paid-1'`)
  expect(await inTransaction(async (tx) => await withdrawEmails(tx, 'paid-1'))).toBe(1)
  expect(await keysWhere()).toEqual(['paid-1', 'paid-10', 'paid-2'])
})

test('redirecting a waiting email makes it due at once and affects no other email', async () => {
  const wanted = { ...emailOf('paid-1'), recipient: 'other@example.com' }
  expect(await inTransaction(async (tx) => await redirectEmail(tx, wanted, now))).toBe(true)
  expect(await keysWhere("recipient = 'other@example.com'")).toEqual(['paid-1'])
  expect(await keysWhere(`next_try_at = '${now}'`)).toEqual(['paid-1'])
})

test('an email that was tried already, or does not exist, is not redirected', async () => {
  await database.pool.query("update email set tries = 1 where dedupe_key = 'paid-1'")
  for (const key of ['paid-1', 'paid-3']) {
    const wanted = { ...emailOf(key), recipient: 'other@example.com' }
    expect(await inTransaction(async (tx) => await redirectEmail(tx, wanted, now))).toBe(false)
  }
  expect(await keysWhere("recipient = 'other@example.com'")).toEqual([])
})

test.each([
  ['waits', 'paid-2', 'tries = 0', true],
  ['was delivered', 'paid-2', 'delivered_at = now()', true],
  ['was given up', 'paid-2', 'refused_at = now()', false],
  ['was never queued', 'paid-3', 'tries = 0', false],
])('of an email that %s it is known whether it is on its way', async (_, key, change, isOnItsWay) => {
  await database.pool.query(`update email set ${change} where dedupe_key = $1`, [key])
  expect(await inTransaction(async (tx) => await isQueued(tx, key))).toBe(isOnItsWay)
})

test('an index finds the emails about a payment in a database of any locale', async () => {
  const other = await createTestDatabase()
  await other.pool.query('alter table email alter column dedupe_key type text collate "en-US-x-icu"')
  const plan = await other.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return await sql`explain ${statusQuery(['payment-confirmation-1', 'payment-reversed-1'])}`.execute(tx)
  })
  expect(JSON.stringify(plan.rows).match(/Index Scan on email_about/g)).toHaveLength(2)
  await other.drop()
})
