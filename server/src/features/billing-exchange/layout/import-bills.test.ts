import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BillingPart, billingParts, partsOfData } from '@portal/contract/billing-data'
import { AccountNumber, BillId } from '@portal/contract/ids'
import type { WaterUnit } from '@portal/contract/utility'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { ledgerBills } from '../../../adapters/billing-system/ledger/bills.ts'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, createTestTemplate } from '../../../database/testing/database.ts'
import { fileColumns } from './columns.ts'
import { type FilesOptions, importFiles } from './import-files.ts'
import { simpleLayout } from './layout-file.ts'

let database: TestDatabase
let folder: string
const template = await createTestTemplate(async () => undefined)
beforeEach(async () => {
  database = await template.clone()
  folder = await mkdtemp(join(tmpdir(), 'bills-'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})
afterAll(async () => await template.drop())

const account = AccountNumber.parse('1000000001')
const annsAccount = `account,name,zip,balance,due_date,bill_date,service_address\n${account},Ann Lee,96913,45.10,2026-07-15,2026-06-24,7 Water Lane\n`

async function importing(
  files: Partial<Record<'accounts' | 'bills' | 'usage', string>>,
  options: Partial<FilesOptions> = {},
) {
  for (const [kind, text] of Object.entries({ accounts: annsAccount, ...files }))
    await writeFile(join(folder, `${kind}.csv`), text)
  return await importFiles({
    databaseUrl: database.url,
    files: [folder],
    layout: simpleLayout,
    asOf: '2026-06-30',
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    waterUnit: 'gallons',
    clock: systemClock,
    ...options,
  })
}

const bills = () => ledgerBills(database.db, 'GWA')
const newest = async () => {
  const [bill] = (await bills().listBills(account, 1, 10)).bills
  return await bills().findBill(BillId.parse(bill?.billId))
}

test('the lines of a bill that belong together are one bill with its parts, charges by service, and readings', async () => {
  const report = await importing({
    bills:
      'account,bill_date,due_date,amount,previous,payments,adjustments,current,service,description,line_amount,message\n' +
      `${account},2026-06-24,2026-07-15,50.10,20.00,-15.00,0.10,45.00,Water,Base,10.00,Thank you.\n` +
      `${account},2026-06-24,2026-07-15,50.10,20.00,-15.00,0.10,45.00,Sewer,Flat,15.00,\n` +
      `${account},2026-06-24,2026-07-15,50.10,20.00,-15.00,0.10,45.00,Water,Usage,20.00,Thank you.\n` +
      `${account},2026-05-24,2026-06-15,20.00,,,,,,,,\n`,
    usage:
      'account,read_date,quantity,unit,meter,start,end,days,estimated,service\n' +
      `${account},2026-06-20,4,KGAL,M-7,100,104,30,N,water\n` +
      `${account},2026-06-20,10,CCF,,,,,Y,Irrigation\n` +
      `${account},2026-06-20,99,KWH,,,,,N,Power\n` +
      `${account},2026-05-21,3.5,kgal,M-7,96.5,100,31,N,Water\n` +
      `${account},2026-06-29,1,KGAL,M-7,104,105,9,N,Water\n`,
  })
  expect(report).toMatchObject({
    outcome: 'imported',
    notes: ['Readings without a bill within 45 days, not shown: 1'],
  })
  expect(await newest()).toMatchObject({
    billDate: '2026-06-24',
    begin: 2000,
    payments: -1500,
    adjustments: 10,
    currentCharges: 4500,
    ending: 5010,
    lacks: ['totalCorrections'],
    routing: { name1: 'Ann Lee', postal: '96913' },
    messages: ['Thank you.'],
    segments: [
      {
        serviceAddress: '7 Water Lane',
        startDate: '2026-05-21',
        endDate: '2026-06-20',
        isEstimated: true,
        charges: [{ description: 'Water', lines: [{ description: 'Base' }, { description: 'Usage', cents: 2000 }] }],
        reads: [{ badge: 'M-7', multiplier: 1, startReading: 100, endReading: 104, quantity: 4, unit: 'KGAL' }],
      },
      { startDate: null, charges: [{ description: 'Sewer', cents: 1500 }], reads: [] },
    ],
    usage: [
      { readDate: '2026-05-21', gallons: 3500 },
      { readDate: '2026-06-20', gallons: 11_481 },
    ],
  })
})

const head = 'account,bill_date,due_date,amount,previous,payments,current,line_amount\n'
const all = ['beginBalance', 'totalPayments', 'totalAdjustments', 'totalCorrections', 'totalCurrentCharges', 'charges']

test.each([
  {
    what: 'parts that do not add up',
    rows: '45.10,20.00,-10.00,30.00,',
    shown: { begin: 0, currentCharges: 4510, adjustments: 0, ending: 4510, lacks: all },
    notes: ['Bills whose parts do not add up to their amount, shown with the amount only: 1'],
  },
  {
    what: 'lines that do not add up',
    rows: '45.10,10.00,,35.10,35.00',
    shown: {
      begin: 1000,
      currentCharges: 3510,
      segments: [],
      lacks: all.filter((part) => /Pay|Adj|Corr|^ch/.test(part)),
    },
    notes: ['Bills whose lines do not add up to their charges, shown without lines: 1'],
  },
  {
    what: 'payments without a minus',
    rows: '45.10,20.00,10.00,35.10,35.10',
    shown: { begin: 2000, payments: -1000, ending: 4510, lacks: ['totalAdjustments', 'totalCorrections'] },
    notes: [],
  },
  {
    what: 'lines alone',
    rows: '45.10,,,,45.10',
    shown: { currentCharges: 4510, lacks: all.slice(0, 4) },
    notes: [],
  },
  { what: 'a total alone', rows: '45.10,,,,', shown: { ending: 4510, segments: [], lacks: all }, notes: [] },
])('a bill with $what shows no more than is certain', async ({ rows, shown, notes }) => {
  const report = await importing({ bills: `${head}${account},2026-06-24,2026-07-15,${rows}\n` })
  expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 0 }, notes })
  expect(await newest()).toMatchObject(shown)
})

const accountsOf = (columns: string, values: string) =>
  `account,name,balance,${columns}\n${account},Ann Lee,45.10,${values}\n`
const full = {
  accounts: accountsOf('bill_date,due_date,past_due_30,service_address', '2026-06-24,2026-07-15,10.00,7 Water Lane'),
  bills: `${head}${account},2026-06-24,2026-07-15,45.10,,,,45.10\n`,
  usage: `account,read_date,quantity,unit\n${account},2026-06-20,4,CCF\n`,
}

/** Of every part, files without it, and what else is then missing. */
const without: Readonly<
  Record<BillingPart, { files: Parameters<typeof importing>[0]; lacks: readonly BillingPart[] }>
> = {
  usage: { files: { ...full, usage: 'account,read_date,quantity,unit\n' }, lacks: ['usage'] },
  billLines: { files: { ...full, bills: full.bills.replace(',45.10\n', ',\n') }, lacks: ['billLines'] },
  bills: { files: { ...full, bills: head }, lacks: ['billLines', 'bills'] },
  billDate: {
    files: { accounts: accountsOf('bill_date,due_date', ',2026-07-15') },
    lacks: ['usage', 'billLines', 'bills', 'billDate', 'ages', 'serviceAddress'],
  },
  dueDate: {
    files: { accounts: accountsOf('bill_date', '2026-06-24') },
    lacks: ['usage', 'billLines', 'bills', 'dueDate', 'ages', 'serviceAddress'],
  },
  ages: {
    files: {
      ...full,
      accounts: accountsOf('bill_date,due_date,service_address', '2026-06-24,2026-07-15,7 Water Lane'),
    },
    lacks: ['ages'],
  },
  serviceAddress: {
    files: { ...full, accounts: accountsOf('bill_date,due_date,past_due_30', '2026-06-24,2026-07-15,10.00') },
    lacks: ['serviceAddress'],
  },
  payments: { files: full, lacks: [] },
}

test.each(billingParts)('files without %s are live, and say what they lack', async (part) => {
  expect(await importing(without[part].files)).toMatchObject({ outcome: 'imported', reason: null })
  expect(await bills().newestData()).toMatchObject({ asOf: '2026-06-30', lacks: [...without[part].lacks, 'payments'] })
})

test('a date by which to pay is kept where there is no bill', async () => {
  await importing(without.billDate.files)
  expect(await bills().balances([account])).toMatchObject([{ dueDate: '2026-07-15', latestBill: null }])
})

test('the last bill of accounts.csv and that of bills.csv are one bill, across imports', async () => {
  await importing({})
  const before = (await bills().listBills(account, 1, 10)).bills
  expect(before).toHaveLength(1)
  const bill = `${head}${account},2026-06-24,2026-07-15,45.10,,,,\n${account},2026-05-24,2026-06-15,20.00,,,,\n`
  await importing({ bills: bill }, { asOf: '2026-07-01' })
  const after = (await bills().listBills(account, 1, 10)).bills
  expect(after).toEqual([before[0], expect.objectContaining({ billDate: '2026-05-24', total: 2000 })])
})

test('a new holder of an account sees no bill from before', async () => {
  const history = `${head}${account},2026-06-24,2026-07-15,45.10,,,,\n${account},2026-05-24,2026-06-15,20.00,,,,\n`
  const accounts = (name: string) => `account,name,zip,balance\n${account},${name},96913,1.00\n`
  await importing({ accounts: accounts('Ann Lee'), bills: history })
  expect((await bills().listBills(account, 1, 10)).total).toBe(2)
  const later = `${history}${account},2026-07-24,2026-08-15,9.00,,,,\n`
  const report = await importing({ accounts: accounts('Bob Ray'), bills: later }, { asOf: '2026-07-02', force: true })
  expect(report.notes).toEqual(['Bills of no account in accounts, or of an earlier holder, not shown: 2'])
  expect((await bills().listBills(account, 1, 10)).bills).toMatchObject([{ billDate: '2026-07-24' }])
})

test('customer_id says whose bills they are', async () => {
  const accounts = `account,name,zip,balance,customer_id\n${account},Ann Lee,96913,1.00,C2\n`
  const rows = [`${account},2026-06-24,2026-07-15,45.10,C2\n`, `${account},2026-05-24,2026-06-15,20.00,C1\n`]
  await importing({ accounts, bills: `account,bill_date,due_date,amount,customer_id\n${rows.join('')}` })
  expect((await bills().listBills(account, 1, 10)).bills).toMatchObject([{ billDate: '2026-06-24' }])
})

test.each([
  {
    what: 'two bills of one day',
    files: { bills: `${head}${account},2026-06-24,2026-07-15,45.10,,,,\n${account},2026-06-24,2026-07-15,46.10,,,,\n` },
    reason: /^lines of one account and day differ in due_date, amount, /,
  },
  {
    what: 'a bill before 2000',
    files: { bills: `${head}${account},1999-06-24,1999-07-15,45.10,,,,\n` },
    reason: /^bill_date is before 2000$/,
  },
  {
    what: 'a reading for each service that is charged by it',
    files: {
      usage: `account,read_date,quantity,unit,meter,service\n${account},2026-06-20,4,CCF,M,Water\n${account},2026-06-20,4,CCF,M,Sewer\n`,
    },
    reason: /^the reading stands in several lines$/,
  },
  {
    what: 'a quantity that is none',
    files: { usage: `account,read_date,quantity,unit\n${account},2026-06-20,-4,CCF\n` },
    reason: /^quantity is not a quantity$/,
  },
])('$what is left out', async ({ files, reason }) => {
  const report = await importing(files, { maxSkipped: 100 })
  expect(report.skipped.reasons).toMatchObject([{ reason: expect.stringMatching(reason) }])
})

test.each<{ unit: WaterUnit; water: number }>([
  { unit: 'gallons', water: 7481 },
  { unit: 'thousandGallons', water: 7 },
  { unit: 'cubicFeet', water: 1000 },
  { unit: 'hundredCubicFeet', water: 10 },
  { unit: 'cubicMeters', water: 28 },
])('10 CCF are $water $unit', async ({ unit, water }) => {
  const usage = `account,read_date,quantity,unit\n${account},2026-06-20,10,CCF\n`
  await importing({ usage }, { waterUnit: unit })
  expect(await bills().usage(account, 1)).toMatchObject([{ gallons: water, readDate: '2026-06-20' }])
})

test('every part depends on columns that files may have', () => {
  const known = Object.entries(fileColumns).flatMap(([kind, columns]) => columns.map(({ name }) => `${kind}.${name}`))
  const named = billingParts.flatMap((part) => partsOfData[part].columns)
  // No file has payments made elsewhere.
  expect(named.filter((column) => !known.includes(column))).toEqual(['payments.amount'])
})
