import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '@portal/server/database/connect.ts'
import { EmptyLists } from '@portal/server/database/empty-lists.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import type { Database } from '@portal/server/database/tables.ts'
import { refusingIllegalMoves } from '@portal/server/database/testing/state-machines.ts'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { otherDatabase } from '../postgres/socket.ts'
import { startTemporaryPostgres } from '../postgres/start-postgres.ts'
import { faultyPool, type Seat } from './driver.ts'
import type { Plan } from './plan.ts'

/** A migrated PostgreSQL database in which worlds live, one after the other. */
export interface WorldDatabase {
  /** The same database without faults. */
  db: Db
  /** The database as a process of a world uses it. */
  seenBy(seat: Seat): Db
  processes(): Promise<number[]>
  /** Empties the tables, so that a world begins. */
  begin(plan: Pick<Plan, 'hasHistory' | 'gateway'>): Promise<void>
  close(): Promise<void>
}

/** A charge from before each world began, with which the search can be proven to work. A new utility has none. */
export const earlier = {
  gge4: { reference: 'GPREV000000000000', tag: '999' },
  stripe: { reference: 'SPREV000000000000', tag: 'pi_EARLIERCHARGE' },
} as const

/** One step of a world at a time asks the database, and what it asks in a transaction is never paused. */
const connections = 2

/** How many worlds leave dead rows behind until they are cleared away. */
const untilVacuum = 500

/** Prepares a migrated database for worlds. @param without takes a safeguard away (safeguards.ts) */
export async function openWorldDatabase(url: string, without = ''): Promise<WorldDatabase> {
  const cleaner = new pg.Client({ connectionString: url })
  await cleaner.connect()
  const tables = await prepare(cleaner, without)
  let shared: PostgresPool | undefined
  const { db, close } = connect(url, { connections, wrap: (pool) => (shared = pool) })
  let begun = 0
  return {
    db,
    seenBy: (seat) =>
      new Kysely<Database>({
        plugins: [new EmptyLists()],
        dialect: new PostgresDialect({ pool: faultyPool(poolOf(shared), seat) }),
      }),
    async processes() {
      const clients = await Promise.all(Array.from({ length: connections }, async () => await poolOf(shared).connect()))
      for (const client of clients) client.release()
      const own = 'select pid from pg_stat_activity where datname = current_database()'
      return (await cleaner.query<{ pid: number }>(own)).rows.map(({ pid }) => pid)
    },
    async begin({ hasHistory, gateway }) {
      const values = [gateway, hasHistory ? earlier[gateway].reference : null, earlier[gateway].tag]
      if (++begun % untilVacuum === 0) await cleaner.query(`vacuum ${tables.join(', ')}`)
      await cleaner.query({ name: 'begin', text: 'select world_begins($1, $2, $3)', values })
    },
    async close() {
      await close()
      await cleaner.end()
    },
  }
}

function poolOf(pool: PostgresPool | undefined): PostgresPool {
  if (!pool) throw new Error('There are no connections')
  return pool
}

const settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
}

/** Every statement of later connections is planned once, for tables of any size: those of worlds are always small. */
export async function planOnce(client: pg.Client): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await client.query(
      `do $$ begin execute format('alter database %I set ${name} = ${value}', current_database()); end $$`,
    )
  }
}

async function prepare(client: pg.Client, without: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sequence: string | null }>(writtenTables)
  const tables = [...new Set(rows.map(({ name }) => name))]
  const sequences = rows.flatMap(({ sequence }) => sequence ?? [])
  await planOnce(client)
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await client.query(worldBegins(tables, sequences))
  if (without !== '') await client.query(without)
  // Neither triggers nor foreign keys take effect. In a session with another role before, PostgreSQL would forget every
  // plan.
  await client.query('set session_replication_role = replica')
  return tables
}

/** Of AutoPay, logged in. */
const customers = `
  delete from session;
  delete from web_user;
  insert into web_user (id, person_id, username, password_hash, security_question_id, security_answer_hash, created_at,
    password_changed_at, question_changed_at) overriding system value
  select nth, nth || '00000000' || nth, 'customer ' || nth, 'none', 1, 'none', now(), now(), now()
  from generate_series(1, 2) as nth;
  insert into session (id, token_sha256, kind, web_user_id, created_at, last_seen_at, expires_at) overriding system value
  select 100 + nth, sha256(nth::text::bytea), 'customer', nth, now(), now(), 'infinity'
  from generate_series(1, 2) as nth;`

const writtenTables = `
  with recursive written(id) as (
    select unnest(array['checkout', 'email', 'account_hold', 'spent_human_check', 'checkout_turn', 'finance_summary',
      'payment_hour_mark', 'gateway_event', 'discrepancy', 'gateway_catch_up', 'gateway_customer', 'autopay_words', 'payment_schedule', 'plan_hour']
      )::regclass::oid
    union select conrelid from pg_constraint join written on confrelid = written.id where contype = 'f')
  select written.id::regclass::text as name, sequence.objid::regclass::text as sequence
  from written left join pg_depend sequence
    on sequence.refobjid = written.id and sequence.deptype in ('a', 'i') and sequence.classid = 'pg_class'::regclass
    and exists (select from pg_class where oid = sequence.objid and relkind = 'S')`

/** A function, because its statements are planned once. Deleting few rows is much less work than truncating. */
function worldBegins(tables: readonly string[], sequences: readonly string[]): string {
  return `
    create function world_begins(gateway text, earlier_reference text, earlier_tag text) returns void language plpgsql as $$ begin
      ${tables.map((table) => `delete from ${table};`).join('\n')}
      ${sequences.map((sequence) => `perform setval('${sequence}', 1, false);`).join('\n')}
      ${customers}
      if earlier_reference is not null then
        insert into charge_attempt (id, checkout_id, reference, amount_cents, brand, last_four, card_holder, state,
          sent_at, transaction_tag, mode, gateway) overriding system value
        values (1000000, 0, earlier_reference, 100, 'Visa', '1111', 'A Payer', 'CHARGED',
          '2026-05-31T23:00:00Z', earlier_tag, 'Online', gateway);
      end if;
    end $$`
}

/** Makes a migrated, empty database and returns its URL. */
export type NewDatabase = () => Promise<string>

/** Starts a temporary PostgreSQL in which every worker gets a database of its own, and throws it away afterwards. */
export async function withPostgres<Result>(
  use: (newDatabase: NewDatabase) => Promise<Result>,
  /** Not where a safeguard is taken away: that must break a promise. */
  { refusesIllegalMoves }: { refusesIllegalMoves: boolean },
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-simulation-'))
  try {
    const postgres = await startTemporaryPostgres(folder)
    try {
      await migrate(postgres.url)
      if (refusesIllegalMoves) await administer(postgres.url, refusingIllegalMoves())
      return await use(databasesOf(postgres.url))
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Databases are cloned one at a time, because PostgreSQL clones none to which somebody is connected. */
function databasesOf(url: string): NewDatabase {
  const template = new URL(url.replace('@/', '@localhost/')).pathname.slice(1)
  let made = 0
  let last: Promise<unknown> = Promise.resolve()
  return async () => {
    const name = `worlds_${++made}`
    const making = last.then(
      async () =>
        await administer(
          otherDatabase(url, 'template1'),
          `create database ${name} template ${template} strategy file_copy`,
        ),
    )
    last = making.catch(() => undefined)
    await making
    return otherDatabase(url, name)
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
