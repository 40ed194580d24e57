import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { AccountNumber } from '@portal/contract/ids'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { findLedgerAccounts } from '../../../adapters/billing-system/ledger/accounts.ts'
import { ledgerBalances } from '../../../adapters/billing-system/ledger/balances.ts'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, createTestTemplate } from '../../../database/testing/database.ts'
import { type FilesOptions, importFiles } from './import-files.ts'
import { simpleLayout } from './layout-file.ts'

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

const query = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows

/** Writes the files and imports their folder. */
async function importing(files: Readonly<Record<string, string>>, options: Partial<FilesOptions> = {}) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
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

const head = 'account,name,zip,balance,due_date,customer_id\n'
const ann = '1000000001,Ann Lee,96913,45.10,2026-07-15,C1\n'
const bob = '1000000002,Bob Ray,96913,10.00,2026-07-15,C2\n'
const accounts = (...rows: readonly string[]) => ({ 'accounts.csv': head + rows.join('') })

const holders = async () =>
  (
    await query(
      'select account_id, person_id, full_name from cis.account_person join cis.person using (person_id) order by 1, 2',
    )
  ).map((row) => Object.values(row).join(' '))

test('the smallest accounts.csv makes accounts that Pay Now finds by their zip code', async () => {
  const report = await importing({
    'accounts.csv': 'account,name,zip,balance,due_date\n1000000001,Maria Cruz,96913,45.10,2026-07-15\n',
  })
  expect(report).toMatchObject({ outcome: 'imported', reason: null, asOf: '2026-06-30' })
  const [account] = await findLedgerAccounts(database.db, [AccountNumber.parse('1000000001')], 'GWA')
  expect(account).toMatchObject({
    accountId: '1000000001',
    isActive: true,
    isCashOnly: false,
    customerClass: 'RESID',
    serviceLocation: '',
    person: { fullName: 'Maria Cruz', emailAddress: null },
    mailing: { address1: '', city: '', postal: '96913' },
  })
  const [balance] = await ledgerBalances(database.db, [AccountNumber.parse('1000000001')], 'GWA')
  expect(balance).toMatchObject({ debt: { newCharges: 4510 }, latestBill: null })
})

test('all that accounts.csv may say is in the ledger', async () => {
  const columns =
    'account,name,balance,zip,due_date,customer_id,holder_since,service_address,city,state,mailing_address,mailing_address2,mailing_city,mailing_state,status,class,cycle,bill_date,bill_amount,current,past_due_30,past_due_60,past_due_90,past_due_older,payoff,cash_only'
  const values =
    '1000000001,Ann Lee,75.00,96913,2026-07-15,C1,2020-01-15,7 Water Lane,Smallville,TX,PO Box 7,Suite 1,Abilene,TX,F,COMM,C01,2026-06-24,50.00,50.00,10.00,5.00,4.00,6.00,90.00,Y'
  expect(await importing({ 'accounts.csv': `${columns}\n${values}\n` })).toMatchObject({ outcome: 'imported' })
  const [row] = await query(`
    select bill_id, bill.bill_date::text, bill.due_date::text, ending_cents, detail->'routing' as routing, customer_class,
      bill_cycle, setup_date::text, is_cash_only, account.balance_cents, account.payoff_cents, new_charges_cents,
      arrears_30_cents, arrears_60_cents, arrears_90_cents, arrears_older_cents, status, premise.address1,
      person.address1 as street, person.city
    from cis.account join cis.bill using (account_id) join cis.service_agreement using (account_id)
    join cis.premise using (premise_id) join cis.account_person using (account_id) join cis.person using (person_id)`)
  expect(row).toEqual({
    bill_id: '000000109671',
    bill_date: '2026-06-24',
    due_date: '2026-07-15',
    ending_cents: 5000,
    routing: {
      name1: 'Ann Lee',
      entityInfo: null,
      address1: 'PO Box 7',
      address2: 'Suite 1',
      city: 'Abilene',
      state: 'TX',
      postal: '96913',
      country: 'USA',
    },
    customer_class: 'COMM',
    bill_cycle: 'C01',
    setup_date: '2020-01-15',
    is_cash_only: true,
    balance_cents: 7500,
    payoff_cents: 9000,
    new_charges_cents: 5000,
    arrears_30_cents: 1000,
    arrears_60_cents: 500,
    arrears_90_cents: 400,
    arrears_older_cents: 600,
    status: '60',
    address1: '7 Water Lane',
    street: 'PO Box 7',
    city: 'Abilene',
  })
})

test('customers.csv adds contacts to the holder, and other people of the account', async () => {
  const customers =
    'customer_id,account,name,role,email,phone,phone_type,paperless\n' +
    'C1,1000000001,Ann Lee,,ann@example.com,325-555-0101,mobile,Y\n' +
    'C9,1000000001,Lou Lord,OWNER,lou@example.com,,,N\n' +
    'C9,1000000009,Lou Lord,OWNER,,,,\n'
  const report = await importing({ ...accounts(ann, bob), 'customers.csv': customers }, { maxSkipped: 50 })
  expect(report.skipped.reasons).toEqual([{ recordType: 'customers', reason: 'account is not in accounts', count: 1 }])
  expect(
    await query(`select full_name, email_address, is_main, may_use_web, relationship_type, bill_route, phone_type
      from cis.account_person join cis.person using (person_id) left join cis.phone using (person_id) order by full_name`),
  ).toEqual([
    {
      full_name: 'Ann Lee',
      email_address: 'ann@example.com',
      is_main: true,
      may_use_web: true,
      relationship_type: 'MAIN',
      bill_route: 'EMAIL',
      phone_type: 'MOBILE',
    },
    {
      full_name: 'Bob Ray',
      email_address: null,
      is_main: true,
      may_use_web: true,
      relationship_type: 'MAIN',
      bill_route: null,
      phone_type: null,
    },
    {
      full_name: 'Lou Lord',
      email_address: 'lou@example.com',
      is_main: false,
      may_use_web: false,
      relationship_type: 'OWNER',
      bill_route: null,
      phone_type: null,
    },
  ])
})

test('a holder keeps the number, and another customer of the account gets a new one', async () => {
  await importing(accounts(ann, bob))
  const before = await holders()
  expect(before).toEqual(['1000000001 0000000001 Ann Lee', '1000000002 0000000002 Bob Ray'])
  await importing(accounts(bob.replace('10.00', '11.00'), ann.replace('Ann Lee', 'Ann Ray')), { asOf: '2026-07-01' })
  expect(await holders()).toEqual([before[0]?.replace('Ann Lee', 'Ann Ray'), before[1]])
  await importing(accounts(ann.replace('C1', 'C7'), bob), { asOf: '2026-07-02' })
  expect(await holders()).toEqual(['1000000001 0000000003 Ann Lee', before[1]])
  await importing(accounts(ann, bob), { asOf: '2026-07-03' })
  expect(await holders()).toEqual(before)
})

test('without a customer or a date, another family name is another holder', async () => {
  const named = async (name: string, asOf: string) => {
    await importing({ 'accounts.csv': `account,name,zip,balance\n1000000001,"${name}",96913,1.00\n` }, { asOf })
    return (await holders()).map((row) => row.split(' ')[1])
  }
  expect(await named('Cruz, Maria', '2026-07-01')).toEqual(['0000000001'])
  expect(await named('MARIA L CRUZ JR.', '2026-07-02')).toEqual(['0000000001'])
  expect(await named('Joe Reyes', '2026-07-03')).toEqual(['0000000002'])
  expect(await named('Reyes Plumbing, Inc.', '2026-07-04')).toEqual(['0000000003'])
})

test('a dry run or a refused one changes nothing and uses no number up', async () => {
  expect(await importing(accounts(ann), { dryRun: true })).toMatchObject({ outcome: 'verified' })
  expect(await importing(accounts(ann, 'x,Bob,,1,,\n'))).toMatchObject({ outcome: 'refused' })
  expect(await query('select from cis.holder_number')).toEqual([])
  await importing(accounts(ann))
  expect(await holders()).toEqual(['1000000001 0000000001 Ann Lee'])
})

test('two lines of one account are both left out, and their values are nowhere', async () => {
  const report = await importing(accounts(ann, bob, ann.replace('45.10', '99.00'), 'x,Eve,96913,"1,0",,\n'), {
    maxSkipped: 90,
  })
  expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 3 } })
  expect(
    await query('select line_number, record_type, record_key, reason from cis.import_quarantine order by id'),
  ).toEqual([
    { line_number: 5, record_type: 'accounts', record_key: null, reason: 'account is not an account number' },
    { line_number: 2, record_type: 'accounts', record_key: null, reason: 'account stands in several lines' },
    { line_number: 4, record_type: 'accounts', record_key: null, reason: 'account stands in several lines' },
  ])
  expect(await holders()).toEqual(['1000000002 0000000001 Bob Ray'])
})

test.each([
  {
    what: 'ages that do not add up',
    columns: 'current,past_due_30',
    values: '40.00,5.00',
    reason: 'the ages of the balance do not add up to it',
  },
  { what: 'a negative age', columns: 'past_due_60', values: '-5.00', reason: 'an age of the balance is negative' },
])('a row with $what is left out', async ({ columns, values, reason }) => {
  const text = `account,name,balance,${columns}\n1000000001,Ann,45.10,${values}\n`
  const report = await importing({ 'accounts.csv': text }, { maxSkipped: 100 })
  expect(report.skipped.reasons).toEqual([{ recordType: 'accounts', reason, count: 1 }])
})

test('the same files again change nothing; older ones are refused without --force, others of the same day are not', async () => {
  expect(await importing(accounts(ann, bob))).toMatchObject({ outcome: 'imported' })
  expect(await importing(accounts(ann, bob))).toMatchObject({ outcome: 'already-imported' })
  expect(await importing(accounts(bob, ann))).toMatchObject({ outcome: 'imported' })
  expect(await importing(accounts(ann, bob), { asOf: '2026-06-29' })).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(
      /^The files are older than the current data \(files-2026-06-30-\w{16}\)\. Use --force/,
    ),
  })
  expect(await importing(accounts(ann, bob), { asOf: '2026-06-29', force: true })).toMatchObject({
    outcome: 'imported',
  })
})

test('less than half of the accounts are refused without --force', async () => {
  await importing(accounts(ann, bob, bob.replace('0002', '0003')))
  expect(await importing(accounts(ann), { asOf: '2026-07-01' })).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining('has 1 accounts. The current one'),
  })
})

interface Refusal {
  what: string
  files: Readonly<Record<string, string>>
  options: Partial<FilesOptions>
  reason: RegExp
}

test.each<Refusal>([
  { what: 'no day', files: accounts(ann), options: { asOf: undefined }, reason: /^The day of the data is not known/ },
  { what: 'a day to come', files: accounts(ann), options: { asOf: '2999-01-01' }, reason: /has not come yet/ },
  {
    what: 'two days',
    files: { 'accounts_20260629.csv': head + ann, 'customers_20260630.csv': '' },
    options: { asOf: undefined },
    reason: /^The files are of several days: 2026-06-29, 2026-06-30/,
  },
  { what: 'no accounts', files: { 'customers.csv': '' }, options: {}, reason: /^There is no file of accounts/ },
  {
    what: 'accounts twice',
    files: { ...accounts(ann), 'accounts_20260630.csv': head },
    options: {},
    reason: /^There are several files of accounts/,
  },
  {
    what: 'a wrong count',
    files: { ...accounts(ann), 'manifest.json': '{"rows":{"accounts":2}}' },
    options: {},
    reason: /^The manifest counts 2 rows of accounts. The file has 1/,
  },
  {
    what: 'a wrong sum',
    files: { ...accounts(ann), 'manifest.json': '{"balance":"45.11"}' },
    options: {},
    reason: /^The manifest says balances of \$45.11. The file has \$45.10/,
  },
  {
    what: 'a manifest of another kind',
    files: { ...accounts(ann), 'manifest.json': '{"day":1}' },
    options: {},
    reason: /^manifest.json: /,
  },
])('$what is refused', async ({ files, options, reason }) => {
  expect(await importing(files, options)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(reason) })
})

test('the day is that of the manifest or of the name, and a file may be gzipped', async () => {
  const manifest = '{"as_of":"2026-06-28","rows":{"accounts":1},"balance":"45.10"}'
  expect(await importing({ ...accounts(ann), 'manifest.json': manifest }, { asOf: undefined })).toMatchObject({
    outcome: 'imported',
    asOf: '2026-06-28',
  })
  const zipped = join(folder, 'accounts_20260629.csv.gz')
  await writeFile(zipped, gzipSync(head + ann))
  expect(await importing({}, { asOf: undefined, files: [zipped] })).toMatchObject({
    outcome: 'imported',
    asOf: '2026-06-29',
  })
})
