import pg from 'pg'
import { type LedgerTable, ledgerTables } from '../extract/extract-records.ts'
import { leaveOut } from './check-incoming.ts'
import type { Quarantine } from './quarantine.ts'
import { incomingSchema } from './staging.ts'

/**
 * Gives the incoming tables the primary keys of the live ones. Of records with the same key the first is kept; the
 * others go into quarantine.
 */
export async function keyIncoming(
  client: pg.Client,
  rows: Map<LedgerTable, number>,
  quarantine: Quarantine,
): Promise<void> {
  for (const table of ledgerTables) {
    const { name, definition, columns } = await primaryKeyOf(client, table)
    const addKey = `alter table ${incomingSchema}.${table} add constraint ${name} ${definition}`
    try {
      await client.query(addKey)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '23505')) throw error
      const gone = await deleteRepeated(client, table, columns)
      leaveOut({ table, reason: 'it stands there before' }, gone, rows, quarantine)
      await client.query(addKey)
    }
  }
}

async function primaryKeyOf(client: pg.Client, table: LedgerTable) {
  const found = await client.query<{ name: string; definition: string; columns: string[] }>(
    `select conname as name, pg_get_constraintdef(oid) as definition,
       (select array_agg(attname::text order by position)
        from unnest(conkey) with ordinality as key (number, position)
        join pg_attribute on attrelid = conrelid and attnum = key.number) as columns
     from pg_constraint where conrelid = $1::regclass and contype = 'p'`,
    [`cis.${table}`],
  )
  const key = found.rows[0]
  if (!key) throw new Error(`cis.${table} has no primary key`)
  return key
}

async function deleteRepeated(client: pg.Client, table: LedgerTable, columns: readonly string[]) {
  const deleted = await client.query<{ key: string; total: string }>(`
    with gone as (
      delete from ${incomingSchema}.${table} where ctid in (
        select ctid from (
          select ctid, row_number() over (partition by ${columns.join(', ')} order by ctid) as nth
          from ${incomingSchema}.${table}) as numbered
        where nth > 1)
      returning ${columns[0]} as key)
    select key, count(*) over () as total from gone limit 1000`)
  return deleted.rows
}

/** Gives the incoming tables every other index of the live ones. */
export async function indexIncoming(client: pg.Client): Promise<void> {
  const found = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'cis' and relname = any($1) and not indisprimary
     order by indexrelid`,
    [ledgerTables],
  )
  for (const { definition } of found.rows) await client.query(definition.replace(' ON cis.', ` ON ${incomingSchema}.`))
}
