import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balanceOf } from '@portal/contract/aged-debt'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import { type TestDatabase, createTestTemplate } from '../../../database/testing/database.ts'
import { testClock } from '../../../testing/clock.ts'
import { exportPayments } from '../export/export-payments.ts'
import { type FilesOptions, importFiles } from './import-files.ts'
import { simpleLayout } from './layout-file.ts'

const timeZone = 'Pacific/Guam'
const account = AccountNumber.parse('1000000001')
const layout = (negative: boolean) =>
  PaymentLayout.parse({
    name: '{number}.csv',
    delimiter: ',',
    negative,
    payment: [{ value: 'account' }, { value: 'amount' }],
  })

let database: TestDatabase
let folder: string
const template = await createTestTemplate(async () => undefined)
beforeEach(async () => {
  database = await template.clone()
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})
afterAll(async () => await template.drop())

/** Noon in Guam of a day in June 2026. */
const noon = (day: number) => Instant.parse(`2026-06-${String(day).padStart(2, '0')}T02:00:00.000Z`)
const sql = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows

/** The balance file of a day, in dollars. */
async function balanceFile(
  day: number,
  balance: number,
  options: Partial<FilesOptions> & { through?: number | undefined } = {},
) {
  const { through, ...more } = options
  await writeFile(
    join(folder, 'accounts.csv'),
    `account,name,zip,balance,due_date\n${account},Maria Cruz,96913,${balance}.00,2026-07-15\n`,
  )
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...(through && { payments_through: through }) }))
  return await importFiles({
    databaseUrl: database.url,
    files: [folder],
    layout: simpleLayout,
    waterUnit: 'gallons',
    asOf: `2026-06-${String(day).padStart(2, '0')}`,
    division: 'GWA',
    timeZone,
    clock: testClock(noon(28)),
    ...more,
  })
}

const pays = async (receipt: string, dollars: number, day: number) =>
  await ledgerBilling(database.db, 'GWA').recordPayment({
    receipt: ReceiptNumber.parse(receipt),
    accountId: account,
    amount: cents(dollars * 100),
    source: 'CCV',
    method: 'PG001',
    authorization: 'ET1234',
    paidAt: noon(day),
    payDate: CalendarDate.parse(`2026-06-${String(day).padStart(2, '0')}`),
  })
const refunds = async (receipt: string, day: number) =>
  await ledgerBilling(database.db, 'GWA').cancelPayment({
    receipt: ReceiptNumber.parse(receipt),
    reason: 'refund',
    cancelledAt: noon(day),
    cancelDate: CalendarDate.parse(`2026-06-${String(day).padStart(2, '0')}`),
  })
async function paymentFile(day: number, negative = true): Promise<number> {
  await exportPayments({ db: database.db, clock: testClock(noon(day)), folder, layout: layout(negative), timeZone })
  const [file] = await sql('select max(id)::int as id from cis.payment_export')
  return Number(file?.['id'])
}
const loaded = async (id: number, day: number) =>
  await sql(
    `update cis.payment_export set state = 'LOADED', loaded_by = 'finance', loaded_at = '${noon(day)}' where id = ${id}`,
  )
const reversedByHand = async (day: number) =>
  await sql(`update cis.payment_cancellation set reversed_at = '${noon(day)}', reversed_by = 'finance'`)
/** In dollars. */
async function owed(): Promise<number> {
  const [balance] = await ledgerBilling(database.db, 'GWA').balances([account])
  return balance ? balanceOf(balance.debt) / 100 : Number.NaN
}

describe('by acknowledged file, given a payment of 20 of 50 that left in a file on day 2', () => {
  const byFile = { containment: 'loadedFile' } as const
  let file: number
  beforeEach(async () => {
    await balanceFile(1, 50, byFile)
    await pays('W-1', 20, 2)
    file = await paymentFile(2)
  })

  test('it is not contained in later balances while nobody says that the file is loaded, even when they fall', async () => {
    expect(await balanceFile(3, 30, byFile)).toMatchObject({ payments: { contained: 0, open: 1 } })
    expect(await owed()).toBe(10)
  })

  test.each([
    ['of the day before', 2, 50, 30],
    ['of the same day, which may be older', 3, 30, 10],
    ['of the day after', 4, 30, 30],
    ['of a later day, where days are missing', 9, 30, 30],
  ])('loaded on day 3, given balances %s, then the account owes what it should', async (_, day, balance, owes) => {
    await loaded(file, 3)
    await balanceFile(day, balance, byFile)
    expect(await owed()).toBe(owes)
  })

  test('a payment of a file that follows is not contained with it', async () => {
    await loaded(file, 3)
    await pays('W-2', 5, 3)
    await paymentFile(3)
    await balanceFile(4, 30, byFile)
    expect(await owed()).toBe(25)
  })

  test('older balances by force count it again, and newer ones no more', async () => {
    await loaded(file, 3)
    await balanceFile(5, 30, byFile)
    expect(await owed()).toBe(30)
    await balanceFile(3, 30, { ...byFile, force: true })
    expect(await owed()).toBe(10)
    await balanceFile(6, 30, byFile)
    expect(await owed()).toBe(30)
  })

  describe('and is refunded on day 5, after balances that contain it', () => {
    beforeEach(async () => {
      await loaded(file, 3)
      await balanceFile(4, 30, byFile)
      await refunds('W-1', 5)
    })

    test('it is owed again immediately', async () => {
      expect(await owed()).toBe(50)
    })

    test('while the file with the refund may be loaded, it is not asked for twice', async () => {
      await paymentFile(5)
      await balanceFile(6, 50, byFile)
      expect(await owed()).toBe(50)
    })

    test('balances of a day before that file do not have it yet', async () => {
      await paymentFile(7)
      await balanceFile(6, 30, byFile)
      expect(await owed()).toBe(50)
    })

    test('it is contained with its file', async () => {
      await loaded(await paymentFile(5), 6)
      await balanceFile(7, 50, byFile)
      expect(await sql('select contained_in_import is not null as contained from cis.payment_cancellation')).toEqual([
        { contained: true },
      ])
      expect(await owed()).toBe(50)
    })
  })

  test.each([
    ['before a person has said so', null, false],
    ['on the day a person said so', 6, false],
    ['on the day after a person said so', 5, true],
  ])('a refund reversed by hand, in balances %s', async (_, day, isContained) => {
    await sql(`update cis.payment_export set layout = '${JSON.stringify(layout(false))}'`)
    await loaded(file, 3)
    await balanceFile(4, 30, byFile)
    await refunds('W-1', 5)
    if (day !== null) await reversedByHand(day)
    await balanceFile(6, 50, byFile)
    expect(await owed()).toBe(50)
    expect(await sql('select contained_in_import is not null as contained from cis.payment_cancellation')).toEqual([
      { contained: isContained },
    ])
  })

  test('and refunded before it leaves, both are in one file and come to nothing', async () => {
    await pays('W-2', 5, 3)
    await refunds('W-2', 3)
    await loaded(file, 3)
    await paymentFile(3)
    await balanceFile(5, 30, byFile)
    expect(await owed()).toBe(30)
  })
})

describe('by cutoff, given a payment of 20 of 50 in a file of day 2, and one of 5 in a file of day 3', () => {
  const byCutoff = { containment: 'cutoff' } as const
  let first: number
  let second: number
  beforeEach(async () => {
    await balanceFile(1, 50, byCutoff)
    await pays('W-1', 20, 2)
    first = await paymentFile(2)
    await pays('W-2', 5, 3)
    second = await paymentFile(3)
  })

  test('without payments_through, no balances contain them', async () => {
    await balanceFile(4, 25, byCutoff)
    expect(await owed()).toBe(0)
  })

  test('with it, they are contained up to that file', async () => {
    await balanceFile(4, 30, { ...byCutoff, through: first })
    expect(await owed()).toBe(25)
    await balanceFile(5, 25, { ...byCutoff, through: second })
    expect(await owed()).toBe(25)
    await balanceFile(6, 25, byCutoff)
    expect(await owed()).toBe(25)
  })

  test('a lower one later takes nothing for contained that it does not name', async () => {
    await balanceFile(4, 25, { ...byCutoff, through: second })
    await balanceFile(5, 25, { ...byCutoff, through: first })
    expect(await owed()).toBe(20)
  })

  test('the same balances with another manifest are imported again', async () => {
    await balanceFile(4, 30, byCutoff)
    expect(await balanceFile(4, 30, { ...byCutoff, through: first })).toMatchObject({ outcome: 'imported' })
    expect(await owed()).toBe(25)
  })

  test.each([
    ['was never written', 3, () => second + 1],
    ['was written after the day of the balances', 2, () => second],
  ])('a file that %s is refused', async (_, day, through) => {
    const report = await balanceFile(day, 30, { ...byCutoff, through: through() })
    expect(report).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('No payment file of that number'),
    })
    expect(await owed()).toBe(25)
  })
})

test('by reference, neither an acknowledged file nor a manifest says anything', async () => {
  await balanceFile(1, 50)
  await pays('W-1', 20, 2)
  const file = await paymentFile(2)
  await loaded(file, 2)
  await balanceFile(4, 30, { through: file })
  expect(await owed()).toBe(10)
})
