import { Instant } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { type Cents, cents, noCents } from '@portal/contract/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { type TestDatabase, createTestDatabase } from '../database/testing/database.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { testClock } from '../testing/clock.ts'
import { defaultProfile } from '../testing/profile.ts'
import { type PortalPayments, accountRows } from './balances.ts'

const account = AccountNumber.parse('4821007391')
const now = Instant.parse('2026-02-10T01:00:00.000Z')
const nothingPaid: PortalPayments = {
  isBeingPaid: false,
  unposted: [],
  pending: null,
  isBankBlocked: false,
  uncredited: [],
  alreadyPaid: { Visa: noCents, Discover: noCents },
  newestPaid: 0,
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await emptyTables(database.db, ['cis.account', 'cis.person', 'cis.premise', 'cis.account_person'])
  await emptyTables(database.db, ['cis.service_agreement', 'cis.bill', 'cis.portal_payment'])
})
afterAll(() => database.drop())

async function rowWith(known: Partial<PortalPayments> = {}, billing = ledgerBilling(database.db, 'GWA')) {
  const deps = { billing, clock: testClock(now), profile: defaultProfile }
  const [row] = await accountRows(deps, [account], new Map([[account, { ...nothingPaid, ...known }]]))
  return row
}

/** Records a payment as the billing system does, once. */
async function recordPayment(receipt: string, amount: number): Promise<void> {
  const details = { source: 'CCV', method: 'PG001', authorization: 'ET1', paidAt: now, payDate: '2026-02-10' }
  await database.pool.query(
    `insert into cis.portal_payment (account_id, receipt_number, amount_cents, source_code, method_code,
       authorization_number, paid_at, pay_date) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [account, receipt, amount, ...Object.values(details)],
  )
}

const charged = (receipt: string, amount: number): { receipt: ReceiptNumber; amount: Cents; chargedAt: Instant } => ({
  receipt: ReceiptNumber.parse(receipt),
  amount: cents(amount),
  chargedAt: now,
})

test.each([true, false])(
  'an account tells whether a payment of it is still being confirmed (R19): %s',
  async (held) => {
    await addTestAccount(database.db, { account })
    expect(await rowWith({ isBeingPaid: held })).toMatchObject({ isBeingPaid: held })
  },
)

test('an account that the billing system does not know has no row', async () => {
  expect(await rowWith()).toBeUndefined()
})

test('a row has the newest bill and the age of the debt, which adds up to the amount', async () => {
  await addTestAccount(database.db, { account, balance: 9000, arrears: 4000, dueDate: '2026-02-20' })
  const row = await rowWith()
  expect(row).toMatchObject({
    amount: 9000,
    arrearsTotal: 4000,
    dueDate: '2026-02-20',
    latestBill: { billId: '482100739101', billDate: '2026-01-31', total: 9000 },
    isDueDateRed: true,
  })
  expect(row?.arrears.map(({ amount }) => amount)).toEqual([5000, 4000, 0, 0, 0])
})

describe('given a card was charged but the billing system has not recorded it yet', () => {
  test.each([
    { paid: 3000, amount: 6000, arrearsTotal: 1000, isDueDateRed: true },
    { paid: 4000, amount: 5000, arrearsTotal: 0, isDueDateRed: false },
    { paid: 9500, amount: -500, arrearsTotal: 0, isDueDateRed: false },
  ])('then $paid is not owed anymore, the oldest debt first', async ({ paid, ...expected }) => {
    await addTestAccount(database.db, { account, balance: 9000, arrears: 4000 })
    expect(await rowWith({ unposted: [charged('W-1', paid)] })).toMatchObject(expected)
  })

  test('then it counts once, even when the billing system has it and the portal does not know that yet', async () => {
    await addTestAccount(database.db, { account, balance: 9000 })
    await recordPayment('W-2', 3000)
    expect(await rowWith({ unposted: [charged('W-2', 3000)] })).toMatchObject({ amount: 6000 })
  })

  test('then it counts once, even when the billing system records it while the account is being read', async () => {
    await addTestAccount(database.db, { account, balance: 9000 })
    const billing = ledgerBilling(database.db, 'GWA')
    const balances: typeof billing.balances = async (...asked) => {
      await recordPayment('W-3', 3000)
      return await billing.balances(...asked)
    }
    const unposted = [charged('W-3', 3000), charged('W-4', 500)]
    expect(await rowWith({ unposted }, { ...billing, balances })).toMatchObject({ amount: 5500 })
  })
})
