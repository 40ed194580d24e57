import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../database/testing/database.ts'
import { fatesQuery } from './email-fates.ts'

test('an index finds the letters about a payment in a database of any locale', async () => {
  const database = await createTestDatabase()
  await database.pool.query('alter table letter alter column dedupe_key type text collate "en-US-x-icu"')
  const plan = await database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return await sql`explain ${fatesQuery(['payment-confirmation-1', 'payment-reversed-1'])}`.execute(tx)
  })
  expect(JSON.stringify(plan.rows).match(/Index Scan on letter_about/g)).toHaveLength(2)
  await database.drop()
})
