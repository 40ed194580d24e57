import { instantOf } from '@portal/contract/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/testing/database.ts'
import { queueEmail } from '../messages/outbox.ts'
import { emailSweep } from './sweep.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a letter is deleted 90 days after it was queued, and not before', async () => {
  const { db } = database
  const now = Date.UTC(2026, 5, 30)
  const daysAgo = (days: number) => instantOf(now - days * 24 * 3_600_000)
  const email = { kind: 'welcome', recipient: 'maria@example.com', subject: 'Welcome', text: '', html: '' }
  for (const days of [0, 89, 90, 400]) {
    await db.transaction().execute((tx) => queueEmail(tx, { ...email, dedupeKey: `${days}` }, daysAgo(days)))
  }
  const sweep = emailSweep({ db, clock: { now: () => instantOf(now), sleep: async () => undefined } })

  expect(await sweep.run(new AbortController().signal)).toBe(2)

  const left = await db.selectFrom('letter').select('dedupe_key').orderBy('id').execute()
  expect(left.map((row) => row.dedupe_key)).toEqual(['0', '89'])
})
