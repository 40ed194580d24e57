import { type TestDatabase, createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BooksInPostgres, at } from './books.ts'
import { BooksInMemory, type Rule, rule } from './rule.ts'
import { runWeather } from './run.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('balance files that are late, repeated, missing, older or partial (docs/billing-files.md)', () => {
  test('never make an account pay twice, and show what it owes once nothing is in doubt', async () => {
    const tally = await runWeather(new BooksInMemory(), { first: 1, many: 200 })
    expect(tally.broken).toEqual([])
    for (const counted of [tally.files, tally.payments, tally.refunds, tally.low]) expect(counted).toBeGreaterThan(200)
  })

  test('show the same in PostgreSQL', async () => {
    const books = await BooksInPostgres.open(database.url)
    const tally = await runWeather(books, { first: 1, many: 10 })
    await books.close()
    expect(tally).toEqual(await runWeather(new BooksInMemory(), { first: 1, many: 10 }))
  })

  const faults: Readonly<Record<string, Partial<Rule>>> = {
    'a file that is loaded on the day of the balances is contained': {
      isLoadedBefore: (loadedAt, day) => loadedAt < at(day + 1),
    },
    'a partial file contains the payments of all accounts': { isOf: () => true },
    'a refund is in doubt only in balances of a later day': { mayHave: (madeOn, day) => madeOn < day },
    'a refund is never in doubt': { mayHave: () => false },
  }
  test.each(Object.entries(faults))('are found to do harm when %s', async (_, fault) => {
    const books = new BooksInMemory({ ...rule, ...fault })
    expect((await runWeather(books, { first: 1, many: 200, stopAtFirst: true })).broken).toHaveLength(1)
  })
})
