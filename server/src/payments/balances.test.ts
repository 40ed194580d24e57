import { AccountNumber } from '@portal/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../database/connect.ts'
import { type TestDatabase, createTestDatabase } from '../database/testing/database.ts'
import { testClock } from '../testing/clock.ts'
import { defaultProfile } from '../testing/profile.ts'
import { readPortalPayments } from './balances.ts'
import { takePayment } from './charge/take-payment.ts'
import { startReversal } from './engine.ts'
import { postingLoop } from './posting/post-to-billing.ts'
import { requestRefund } from './reversals/request-refund.ts'
import { engineWorld, intentFor, testCard } from './testing/engine-world.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a charge counts while the billing system refuses it, until it is given back', async () => {
  const world = engineWorld(database.db)
  world.billing.refuses = 'The account is closed'
  const account = AccountNumber.parse('1234567890')
  await takePayment(world.engine, intentFor(world.engine, [account]), testCard, null)
  await postingLoop(world.engine).run(new AbortController().signal)
  const deps = { db: database.db, clock: world.clock, profile: defaultProfile }
  const unposted = async () => (await readPortalPayments(deps, [account])).get(account)?.unposted
  expect(await unposted()).toMatchObject([{ amount: 4_250 }])
  const at = world.engine.clock.now()
  const checkout = await database.db.selectFrom('checkout').select('id').executeTakeFirstOrThrow()
  await database.db.transaction().execute(async (tx) => {
    const move = { checkoutId: checkout.id, by: 'finance', reason: 'refused', at }
    await requestRefund(tx, move, startReversal(world.engine))
  })
  expect(await unposted()).toEqual([])
})

test("a connection plans the query for an account's payments only a few times", async () => {
  const { db, pool, close } = connect(database.url, { connections: 1 })
  try {
    const deps = { db, clock: testClock(), profile: defaultProfile }
    for (let times = 0; times < 12; times += 1) await readPortalPayments(deps, [AccountNumber.parse('1000000001')])
    const { rows } = await pool.query('select custom_plans from pg_prepared_statements')
    expect(rows).toEqual([{ custom_plans: 5 }])
  } finally {
    await close()
  }
})
