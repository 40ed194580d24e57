import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scrubMessage, scrubRecord } from '../adapters/payment-gateway/gge4/scrub.ts'
import { scrubNote } from '../features/stepwise-payments/scrub-note.ts'
import { scrub } from './long-digits.ts'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

test.each([
  ['4111111111111111', '[removed]'],
  ['card 4111 1111 1111 1111 declined', 'card [removed] declined'],
  ['5500-0000-0000-0004.', '[removed].'],
  ['4111  1111 - 1111  1111', '[removed]'],
  ['96910-1234  671-555-0100', '[removed]'],
  ['account 1234567890, bill 123456789012', 'account 1234567890, bill 123456789012'],
  ['W-1234567890-12', 'W-1234567890-12'],
])('scrub: %s', (text, scrubbed) => {
  expect(scrub(text)).toBe(scrubbed)
})

describe('any scrubbed text', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 9 })
  const between = fc.constantFrom(' ', '  ', '-', ' - ', '--', '\n', '.', ' x ', '[removed]', '')
  const texts = fc.array(
    fc.array(fc.tuple(digits, between), { maxLength: 8 }).map((parts) => parts.flat().join('')),
    { minLength: 50, maxLength: 50 },
  )

  test.each<[string, (text: string) => string | null]>([
    ['for the records', scrub],
    ['as a note of a client', scrubNote],
    ['as a message of the gateway', (text) => scrubMessage(text, null)],
    ['as a printed record of the gateway', (text) => scrubRecord(text, null)],
  ])('%s, the database takes it', async (_, scrubbed) => {
    await fc.assert(
      fc.asyncProperty(texts, async (each) => {
        const stored = each.map(scrubbed)
        const { rows } = await sql`select unnest(${stored}::text[])::scrubbed_text`.execute(database.db)
        expect(rows).toHaveLength(stored.length)
      }),
      { numRuns: 40 },
    )
  })
})
