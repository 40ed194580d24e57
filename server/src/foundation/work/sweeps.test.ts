import { instantOf } from '@portal/contract/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { sweepOnce } from './testing/sweep.ts'

const now = Date.UTC(2026, 5, 30)
const clock = { now: () => instantOf(now), sleep: async () => undefined }
const daysAgo = (days: number) => instantOf(now - days * 24 * 3_600_000)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('an email is deleted 90 days after it was queued, and not before', async () => {
  const { db } = database
  const email = {
    template: 'help-ticket' as const,
    recipient: 'maria@example.com',
    subject: 'Welcome',
    text: '',
    html: '',
  }
  for (const days of [0, 89, 90, 400]) {
    await db.transaction().execute((tx) => queueEmail(tx, { ...email, dedupeKey: `${days}` }, daysAgo(days)))
  }
  expect(await sweepOnce({ db, clock }, 'email')).toBe(2)
  const left = await db.selectFrom('email').select('dedupe_key').orderBy('id').execute()
  expect(left.map((row) => row.dedupe_key)).toEqual(['0', '89'])
})

test('a note of a client is deleted once it is CLIENT_NOTE_DAYS old, and not before', async () => {
  const { db } = database
  for (const [index, days] of [29, 30, 31, 400].entries()) {
    const note = { session_id: 1, noted_at: daysAgo(days), note: `${days} days ago`, note_hash: String(index) }
    await db.insertInto('payment_client_note').values(note).execute()
  }
  const deps = { db, clock, config: { CLIENT_NOTE_DAYS: 30 } }
  expect(await sweepOnce(deps, 'payment_client_note')).toBe(3)
  expect(await sweepOnce(deps, 'payment_client_note')).toBe(0)
  const left = await db.selectFrom('payment_client_note').select('note').execute()
  expect(left.map(({ note }) => note)).toEqual(['29 days ago'])
})
