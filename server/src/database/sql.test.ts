import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOfDay, startOfDay } from './sql.ts'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => await database.drop())

describe("a day begins at midnight in the utility's time zone and ends at the next midnight", () => {
  test.for([
    {
      where: 'Pacific/Guam',
      day: '2026-03-01',
      begins: '2026-02-28T14:00:00.000Z',
      ends: '2026-03-01T14:00:00.000Z',
    },
    {
      where: 'America/New_York',
      day: '2026-03-08',
      begins: '2026-03-08T05:00:00.000Z',
      ends: '2026-03-09T04:00:00.000Z',
    },
    {
      where: 'Asia/Kathmandu',
      day: '2026-12-31',
      begins: '2026-12-30T18:15:00.000Z',
      ends: '2026-12-31T18:15:00.000Z',
    },
  ])('$day in $where', async ({ where, day, begins, ends }) => {
    const { rows } = await sql`select ${startOfDay(day, where)} as begins, ${endOfDay(day, where)} as ends`.execute(
      database.db,
    )
    expect(rows).toEqual([{ begins, ends }])
  })
})
