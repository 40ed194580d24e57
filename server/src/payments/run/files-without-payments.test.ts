import { describe, expect, test } from 'vitest'
import { addTestImport } from '../../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { accept, autopayTests, charges, goTo, mailLeaves, notice, owes, run, runOn } from './testing/autopay-world.ts'

const tests = autopayTests()

/** Balances of files: without payments, and with the newest bill alone. */
describe('where the data list no payments', () => {
  const runOnFiles = async (day: string) => {
    goTo(tests.world, day)
    await addTestImport(tests.database.db, tests.world.engine.clock.now(), { financial_transaction: 0 })
    await run(tests.world)
  }
  const nextBill = async (bill: { ending: number; due: string }) =>
    await tests.database.pool.query(
      `update cis.bill set bill_id = '500000010002', bill_date = '2026-06-25', due_date = $1, current_charges_cents = $2,
         ending_cents = $2`,
      [bill.due, bill.ending],
    )

  test.each([
    ['the bill', 'more', 30_000, 9_520],
    ['the balance', 'less', 2_000, 2_000],
  ])('%s is charged, given a balance that is %s', async (_, __, owed, charge) => {
    const { world } = tests
    await accept(world)
    await owes(world, owed)
    await runOnFiles('2026-06-02')
    await mailLeaves(world)
    await runOnFiles('2026-06-03')
    await runOnFiles('2026-06-20')
    expect(world.gateway.charges).toMatchObject([{ amount: charge }])
  })

  test('nothing is charged from balances older than the notice, and it is once there are newer ones', async () => {
    const { world } = tests
    await accept(world)
    await runOnFiles('2026-06-18')
    world.clock.pass(60_000)
    await notice(world)
    const profile = { ...world.engine.profile, autoPay: { ...world.engine.profile.autoPay, oldestImportDays: 30 } }
    Object.assign(world.engine, { profile })
    await runOn(world, '2026-06-23', { imports: false })
    expect(await charges(world)).toMatchObject([{ held: 'stale_import' }])
    expect(world.gateway.charges).toEqual([])
    await runOnFiles('2026-06-24')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('the next bill is charged, too, though the one before is no longer in the data', async () => {
    const { world } = tests
    await accept(world)
    await runOnFiles('2026-06-02')
    await mailLeaves(world)
    await runOnFiles('2026-06-03')
    await runOnFiles('2026-06-20')
    await nextBill({ ending: 4_000, due: '2026-07-15' })
    // The balance does not have the first payment yet.
    await owes(world, 13_520)
    await runOnFiles('2026-06-26')
    await mailLeaves(world)
    await runOnFiles('2026-06-27')
    await runOnFiles('2026-07-15')
    expect(world.gateway.charges).toMatchObject([{ amount: 9_520 }, { amount: 4_000 }])
  })
})
