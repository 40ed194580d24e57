import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('no index is the beginning of another index of its table, because every payment would be written to both', async () => {
  const { rows } = await database.pool.query<{ repeated: string; by: string }>(`
    with key as (
      select indexrelid::regclass::text as name, indrelid, indisunique, indpred, indexprs,
        array(select unnest(indkey::int2[]) limit indnkeyatts) as columns, indclass::oid[] as classes
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace in ('public'::regnamespace, 'cis'::regnamespace))
    select one.name as repeated, other.name as by
    from key one join key other on other.indrelid = one.indrelid and other.name <> one.name
    where not one.indisunique and one.indpred is null and one.indexprs is null
      and other.indpred is null and other.indexprs is null
      and other.columns[1:cardinality(one.columns)] = one.columns
      and other.classes[0:cardinality(one.columns) - 1] = one.classes[0:cardinality(one.columns) - 1]`)
  expect(rows).toEqual([])
})
