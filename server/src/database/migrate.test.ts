import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, migrationNames, missingMigrations } from './migrate.ts'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

const baseline = '0066-baseline.sql'
/** Adds columns to a table that is always in use. */
const migration = '0071-autopay-notices.sql'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('alter table planned_charge drop column mailed_cents, drop column mailed_on')
  await database.pool.query('delete from migration where name = $1', [migration])
})
afterAll(() => database.drop())

test('a migration that waits for a long read holds up nobody else, and runs once the read is over', async () => {
  const reader = await database.pool.connect()
  await reader.query('begin; select from planned_charge')
  const migrating = migrate(database.url)
  await expect.poll(waitsForTheReader, { interval: 5 }).toBe(true)

  const other = new pg.Client({ connectionString: database.url, options: '-c statement_timeout=5000' })
  await other.connect()
  await other.query('select from planned_charge')
  await other.end()

  await reader.query('commit')
  reader.release()
  expect(await migrating).toEqual([migration])
})

async function waitsForTheReader(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    "select from pg_locks where relation = 'planned_charge'::regclass and mode = 'AccessExclusiveLock' and not granted",
  )
  return rowCount === 1
}

describe('given a database of version 1.0.0, with an unknown payment and a refund that waits', () => {
  let older: TestDatabase
  beforeAll(async () => {
    older = await createTestDatabase()
    await older.pool.query(`
      drop schema public cascade; drop schema cis cascade; create schema public;
      create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now());`)
    await older.pool.query(readFileSync(new URL(`../../migrations/${baseline}`, import.meta.url), 'utf8'))
    await older.pool.query(`
      insert into migration (name, sha256) select to_char(nth, 'FM0000') || '-step.sql', '' from generate_series(1, 58) nth;
      insert into checkout (public_id, session_id, idempotency_key, content_hash, mode, source_code, amount_cents,
        account_count, state, created_at)
      select gen_random_uuid(), 1, gen_random_uuid(), '', 'Online', 'CCV', 5000, 1, state, '2026-11-01'
      from unnest(array['UNDECIDED', 'REVERSING']) as state;
      insert into charge_attempt (checkout_id, reference, amount_cents, brand, last_four, card_holder, state, sent_at,
        transaction_tag, mode)
      select id, 'G' || lpad(id::text, 16, '0'), 5000, 'Visa', '1111', 'Maria Cruz',
        case state when 'UNDECIDED' then 'UNKNOWN' else 'REVERSING' end, created_at,
        case state when 'UNDECIDED' then null else '900001' end, mode from checkout;
      insert into account_hold (account_id, attempt_id, held_at)
      select '4821007391', id, sent_at from charge_attempt where state = 'UNKNOWN';
      insert into reversal (checkout_id, attempt_id, transaction_tag, authorization_number, amount_cents, kind, reference,
        reason, requested_by, state, requested_at, next_try_at, cause)
      select checkout_id, id, transaction_tag, 'ET1', 5000, 'refund', 'GR00000000000001', 'twice', 'ana', 'REQUESTED',
        sent_at, sent_at, 'refund' from charge_attempt where state = 'REVERSING'`)
  })
  afterAll(() => older.drop())

  test('when one of its migrations is missing, then it is told to pass through that version, and nothing changes', async () => {
    await expect(migrate(older.url)).rejects.toThrow(
      'the database is older than version 1.0.0 (its last migration is 0058-step.sql). Run portal migrate of v1.0.0',
    )
    await expect(missingMigrations(older.url)).rejects.toThrow('older than version 1.0.0')
    const { rowCount } = await older.pool.query('select from migration')
    expect(rowCount).toBe(58)
  })

  test('when it has them all, then the baseline is taken as there, the rest is applied, and nothing is lost', async () => {
    await older.pool.query("insert into migration (name, sha256) values ('0066-language-of-messages.sql', '')")
    const applied = await migrate(older.url)
    expect(applied).toEqual(await migrationNames())
    expect(await migrate(older.url)).toEqual([])
    const { rows } = await older.pool.query(`
      select attempt.state, hold.account_id as held, reversal.state as refund
      from charge_attempt attempt left join account_hold hold on hold.attempt_id = attempt.id
      left join reversal on reversal.attempt_id = attempt.id order by attempt.id`)
    expect(rows).toEqual([
      { state: 'UNKNOWN', held: '4821007391', refund: null },
      { state: 'REVERSING', held: null, refund: 'REQUESTED' },
    ])
  })
})
