import { sql } from 'kysely'
import type { Db } from '../connect.ts'

/** Every test database has the same tables, so the statement that empties some of them is built only once. */
const known = new Map<string, Promise<string>>()

/**
 * Empties tables and all that refer to them, as `truncate … restart identity cascade` does. For the few rows of a test,
 * this is much less work: truncating creates new files for each table and index, and each connection has to plan again.
 * @param db of a superuser: neither triggers nor foreign keys take effect
 * @param ids whether the next rows are numbered from 1 again
 */
export async function emptyTables(db: Db, tables: readonly string[], ids?: 'from1'): Promise<void> {
  const key = [...tables, ids].join()
  const emptying = known.get(key) ?? blockThatEmpties(db, tables, ids)
  known.set(key, emptying)
  await sql.raw(await emptying).execute(db)
}

async function blockThatEmpties(db: Db, tables: readonly string[], ids?: 'from1'): Promise<string> {
  const { rows } = await sql<{ name: string; sequence: string | null }>`
    with recursive emptied(id) as (
      select unnest(${[...tables]}::text[])::regclass::oid
      union select conrelid from pg_constraint join emptied on confrelid = emptied.id where contype = 'f'
    )
    select emptied.id::regclass::text as name, sequence.objid::regclass::text as sequence
    from emptied left join pg_depend sequence
      on sequence.refobjid = emptied.id and sequence.deptype in ('a', 'i') and sequence.classid = 'pg_class'::regclass
      and exists (select from pg_class where oid = sequence.objid and relkind = 'S')`.execute(db)
  const names = [...new Set(rows.map(({ name }) => name))]
  const sequences = ids === 'from1' ? rows.flatMap(({ sequence }) => sequence ?? []) : []
  return `do $$ begin
    lock table ${names.join(', ')} in access exclusive mode;
    perform set_config('session_replication_role', 'replica', true);
    ${names.map((name) => `delete from ${name};`).join('\n    ')}
    ${sequences.map((sequence) => `perform setval('${sequence}', 1, false);`).join('\n    ')}
  end $$`
}
