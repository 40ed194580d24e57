import { createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NotificationDatabase, openNotificationDatabase } from './database.ts'
import { runNotificationSeeds } from './run.ts'

let database: NotificationDatabase
let drop: () => Promise<void>
beforeAll(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  database = await openNotificationDatabase(made.url, { people: 24, without: '' })
})
afterAll(async () => {
  await database.close()
  await drop()
})

describe('notifications in a simulated world (docs/notifications.md)', () => {
  test('reach everybody who wants them at most once, whatever dies, is imported again or loses its answer', async () => {
    const tally = await runNotificationSeeds({ first: 1, many: 1, days: { stormy: 5, calm: 3 } }, database)
    expect(tally.broken).toEqual([])
    expect(tally.events).toBeGreaterThan(200)
    expect(tally.crashes).toBeGreaterThan(0)
  }, 60_000)
})
