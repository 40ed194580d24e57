import { instantOf } from '@portal/contract/dates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { clientNoteSweep } from './client-notes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database.drop())

describe('a note of a client', () => {
  test('is deleted once it is CLIENT_NOTE_DAYS old, and not before', async () => {
    const now = Date.UTC(2026, 5, 30)
    const daysAgo = (days: number) => instantOf(now - days * 24 * 3_600_000)
    for (const [index, days] of [29, 30, 31, 400].entries()) {
      await database.db
        .insertInto('payment_client_note')
        .values({ session_id: 1, noted_at: daysAgo(days), note: `${days} days ago`, note_hash: String(index) })
        .execute()
    }
    const config = { CLIENT_NOTE_DAYS: 30 }
    const clock = { now: () => instantOf(now), sleep: async () => undefined }
    const sweep = clientNoteSweep({ db: database.db, clock, config })
    const never = new AbortController().signal
    expect(await sweep.run(never)).toBe(3)
    expect(await sweep.run(never)).toBe(0)
    const left = await database.db.selectFrom('payment_client_note').select('note').orderBy('id').execute()
    expect(left.map(({ note }) => note)).toEqual(['29 days ago'])
  })
})
