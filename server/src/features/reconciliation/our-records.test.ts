import { CalendarDate } from '@portal/contract/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../database/connect.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { requestsOf } from './our-records.ts'

const givenBack = 2000
const ofTheDay = 50

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await giveBack(givenBack, '2026-05-01')
  await giveBack(ofTheDay, '2026-06-01')
  await database.pool.query('analyze charge_attempt; analyze reversal')
})
afterAll(() => database.drop())

/** Makes payments of that day that were given back. */
async function giveBack(count: number, day: string): Promise<void> {
  await database.pool.query(
    `with paid as (
       insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
         account_count, state, created_at, decided_at)
       select gen_random_uuid(), 1, gen_random_uuid(), 'content', 'Online', 'CCV', 4250, 1, 'REVERSED', $1, $1
       from generate_series(1, $2::int) returning id),
     charged as (
       insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
         decided_at, transaction_tag, authorization_number, mode)
       select id, 'GC' || lpad(id::text, 15, '0'), 4250, 'Visa', '1111', 'Maria Cruz', 'REVERSED', $1, $1, id::text,
         'ET000001', 'Online' from paid returning *)
     insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
       cause, reason, requested_by, state, requested_at, sent_at, next_try_at)
     select checkout_id, id, transaction_tag, authorization_number, amount_cents, 'void',
       'GV' || lpad(checkout_id::text, 15, '0'), 'refund', 'test', 'test', 'DONE', $1, $1, $1 from charged`,
    [`${day}T02:00:00Z`, count],
  )
}

test("the voids and refunds of a day's charges are found without reading every reversal for each charge", async () => {
  const { db, pool, close } = connect(database.url, { connections: 1 })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const asked = []
  for await (const request of requestsOf(db, { day: CalendarDate.parse('2026-06-01'), timeZone: 'Pacific/Guam' })) {
    asked.push(request)
  }
  await close()
  expect(asked).toHaveLength(2 * ofTheDay)

  // The rows that a connection has read are counted when it ends.
  await expect.poll(() => isOpen(rows[0]?.pid)).toBe(false)
  expect(await reversalsRead()).toBeLessThan(2 * (givenBack + ofTheDay))
})

async function isOpen(pid: number | undefined): Promise<boolean> {
  return (await database.pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1
}

async function reversalsRead(): Promise<number> {
  const { rows } = await database.pool.query<{ read: number }>(
    "select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where relname = 'reversal'",
  )
  return rows[0]?.read ?? 0
}
