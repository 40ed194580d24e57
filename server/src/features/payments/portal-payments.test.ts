import { AccountNumber } from '@portal/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../database/connect.ts'
import { type TestDatabase, createTestDatabase } from '../../database/test-database.ts'
import { readProfile } from '../../profile.ts'
import { testClock } from '../../test-clock.ts'
import { portalPaymentsReader } from './portal-payments.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('what the portal knows of an account is planned anew by a connection a few times at most', async () => {
  const { db, pool, close } = connect(database.url, { connections: 1 })
  try {
    const read = portalPaymentsReader({ db, clock: testClock(), profile: readProfile() })
    for (let times = 0; times < 12; times += 1) await read([AccountNumber.parse('1000000001')])
    const { rows } = await pool.query('select custom_plans from pg_prepared_statements')
    expect(rows).toEqual([{ custom_plans: 5 }])
  } finally {
    await close()
  }
})
