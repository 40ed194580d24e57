import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

describe('given a list that is empty', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.pool.query("insert into stopped_address values ('text', '+16715550101', 'stop', now())")
  })
  afterAll(() => database.drop())

  test('then nothing is in it, and everything is not in it, in subqueries, too', async () => {
    const { db } = database
    const among = db.selectFrom('stopped_address').select('address').where('address', 'in', [])
    const beyond = db.selectFrom('stopped_address').select('address').where('address', 'not in', [])
    expect(await among.execute()).toEqual([])
    expect(await beyond.execute()).toHaveLength(1)
    const nested = db.selectFrom('stopped_address').select('address').where('address', 'not in', among)
    expect(await nested.execute()).toHaveLength(1)
    const none = { numDeletedRows: 0n }
    expect(await db.deleteFrom('stopped_address').where('address', 'in', []).execute()).toEqual([none])
  })

  test('then nothing is inserted, whatever follows, also in a transaction', async () => {
    const inserted = await database.db.transaction().execute(async (tx) => {
      const rows = tx.insertInto('stopped_address').values([])
      return await rows
        .onConflict((known) => known.columns(['channel', 'address']).doNothing())
        .returning('address')
        .execute()
    })
    expect(inserted).toEqual([])
  })
})

/** Lists that the code itself writes down. */
const writtenDown = [
  'autopay-exceptions.ts each',
  'check.ts cases',
  'columns.ts cases',
  'columns.ts cases',
  'columns.ts cases',
  'columns.ts chargedStates',
  'columns.ts inOrderOfWork',
  'exception-queries.ts branches',
  'export-csv.ts selected',
  'filter.ts all',
  'moves.ts from',
  'reversals.ts leasedColumns',
  'search-payments.ts keys',
  'search-payments.ts selected',
  'sql.ts parts',
  'sql.ts whens',
  'status.ts branches',
]

test('raw SQL joins only lists that are written down, or begin with something', () => {
  const files = globSync('server/src/**/*.ts').filter((name) => !name.endsWith('.test.ts'))
  const joined = files.flatMap((name) =>
    [...readFileSync(name, 'utf8').matchAll(/sql\.join\(\s*(\[sql|\w+)/g)].map(
      ([, list]) => `${basename(name)} ${list}`,
    ),
  )
  expect(joined.filter((list) => !list.endsWith('[sql')).toSorted()).toEqual(writtenDown)
})
