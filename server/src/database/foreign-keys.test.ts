import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** No row of these tables is ever deleted, so PostgreSQL never has to look for rows that refer to them. */
const keptForEver = [
  'autopay_agreement',
  'autopay_words',
  'charge_attempt',
  'cis.import_run',
  'gateway_customer',
  'payment_schedule',
  'planned_charge',
  'reversal',
  'saved_card',
  'security_question',
  'survey_question',
]

test('when a row is deleted, rows that refer to it are found by an index, without reading the whole table', async () => {
  const { rows } = await database.pool.query<{ key: string; referred: string }>(`
    select conname as key, confrelid::regclass::text as referred
    from pg_constraint
    where contype = 'f' and not exists (
      select from pg_index where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)
    order by conname`)
  expect(rows.filter(({ referred }) => !keptForEver.includes(referred))).toEqual([])
})
