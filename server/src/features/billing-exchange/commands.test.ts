import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instant } from '@portal/contract/dates'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { readBillingFolder, readExchange } from '../../exchange.ts'
import type { ExitCode } from '../../foundation/command-line.ts'
import { readProfile } from '../../settings/profile.ts'
import { type ExchangeIo, exportContactsCommand, exportPaymentsCommand, importCommand } from './commands.ts'
import { accountRecords, writeExtract } from './format/testing/extract.ts'
import { simpleLayout } from './layout/layout-file.ts'
import { exchangeStatus } from './status.ts'

let database: TestDatabase
let folder: string
let extract: string
let paymentLayout: PaymentLayout | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  database = await createTestDatabase()
  const faulty = '0024|1000000001|CMSCAN|2020-01-01||fido'
  extract = await writeExtract(join(folder, 'extract'), [...accountRecords('1000000001'), faulty])
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** When the live extract was imported, and since when a payment waits for a file. */
async function watched() {
  const parts = await exchangeStatus({ db: database.db, clock: systemClock, profile: readProfile() })
  const at = (part: string, fact: string) =>
    parts.find((each) => each.part === part)?.facts.find(({ name }) => name === fact)?.at ?? null
  return { imported: at('import', 'lastImport'), waitingSince: at('paymentFile', 'waitingSince') }
}

/** In seconds. */
const secondsSince = (at: Instant | null) => (Date.now() - Date.parse(at ?? '')) / 1000

type CommandFunction = (args: readonly string[], io: ExchangeIo) => Promise<ExitCode>

async function running(command: CommandFunction, args: readonly string[], isTerminal = false) {
  let text = ''
  const write = (more: string) => void (text += more)
  const io = {
    databaseUrl: database.url,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    waterUnit: 'gallons' as const,
    paymentLayout,
    containment: 'reference' as const,
    proof: undefined,
    clock: systemClock,
    write,
    isTerminal,
    layout: async () => simpleLayout,
    exchange: readExchange,
    billingFolder: readBillingFolder,
  }
  return { exitCode: await command(args, io), text }
}

test.each([
  { what: 'no file', args: [] },
  { what: 'an unknown option', args: ['one', '--fast'] },
  { what: 'a share that is none', args: ['one', '--most-left-out', 'all'] },
  { what: 'less than nothing', args: ['one', '--most-left-out=-1'] },
  { what: 'more than all', args: ['one', '--most-left-out', '101'] },
])('given $what, import says how it is used', async ({ args }) => {
  const { exitCode, text } = await running(importCommand, args)
  expect(exitCode).toBe(2)
  expect(text).toMatch(/^portal import FILE/)
})

test('given two files of which one is no billing file, import names it', async () => {
  const { exitCode, text } = await running(importCommand, ['accounts.csv', 'two'])
  expect([exitCode, text]).toEqual([1, 'Rejected: two is no file of the layout. Nothing was changed.\n'])
})

test('given a file that does not exist, import says so in one line, and records the run for System status', async () => {
  const { exitCode, text } = await running(importCommand, [join(folder, 'nothing')])
  expect(exitCode).toBe(1)
  expect(text).toMatch(/^Rejected: The file cannot be read\. .*ENOENT.*\n$/)
  const { rows } = await database.pool.query('select outcome, reason from cis.import_run order by id desc limit 1')
  expect(rows).toMatchObject([{ outcome: 'refused', reason: expect.stringContaining('ENOENT') }])
})

test('given a refused extract, import says why and what is live', async () => {
  const { exitCode, text } = await running(importCommand, [extract])
  expect(exitCode).toBe(1)
  expect(text).toContain('Rejected RUN-1: 1 of 9 records are faulty, more than 1%. Nothing was changed.')
  expect(text).toContain('1 record skipped:\n  1 of type 0024: an extract must not contain security data')
  expect(text).toContain('for example line 18, type 0024, 1000000001')
})

test('given a limit for faulty records, a refusal shows it as it was given', async () => {
  const { text } = await running(importCommand, [extract, '--most-left-out', '7'])
  expect(text).toContain('1 of 9 records are faulty, more than 7%.')
})

test('given a good extract, import verifies it, then imports it, and then has nothing to do', async () => {
  const allow = ['--most-left-out', '20']
  const verified = await running(importCommand, [extract, '--dry-run', ...allow])
  expect(verified).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('Checked RUN-1, data as of 2026-01-31.'),
  })
  const imported = await running(importCommand, [extract, ...allow])
  expect(imported).toMatchObject({ exitCode: 0, text: expect.stringContaining('Imported RUN-1') })
  expect(imported.text).toMatch(/\n {2}bill +1\n/)
  expect(imported.text).toContain(
    'Portal payments: 0 now included in balances, 0 not yet.\nPortal contact changes: 0 now included, 0 not yet.\n',
  )
  const again = await running(importCommand, [extract, ...allow])
  expect(again).toMatchObject({ exitCode: 0, text: expect.stringContaining('Nothing was changed.') })
})

test('given a live extract, System status learns when it was imported', async () => {
  const { finished_at: imported } = await database.db
    .selectFrom('cis.import_run')
    .select('finished_at')
    .where('is_live', '=', true)
    .executeTakeFirstOrThrow()
  expect((await watched()).imported).toBe(imported)
})

test('on a terminal import draws a bar and clears it before the report', async () => {
  const { text } = await running(importCommand, [extract, '--dry-run', '--force'], true)
  expect(text.split('\r').at(-1)).toMatch(/^RUN-1 is already imported\./)
})

test('given no payments, the export says so; given a wrong option, it prints its usage', async () => {
  expect(await running(exportPaymentsCommand, ['--out', folder])).toEqual({
    exitCode: 0,
    text: 'No payments to export.\n',
  })
  const wrong = await running(exportPaymentsCommand, ['here'])
  expect(wrong).toEqual({ exitCode: 2, text: expect.stringMatching(/^portal export-payments /) })
})

test('given a folder that does not exist, the export fails with the reason, as for any error but an unknown id', async () => {
  await expect(running(exportPaymentsCommand, ['--out', join(folder, 'nothing')])).rejects.toThrow('ENOENT')
})

test.each([exportPaymentsCommand, exportContactsCommand])(
  'given a transmit id that no file has, the export says so in a line',
  async (command) => {
    const { exitCode, text } = await running(command, ['--out', folder, '--again', 'PORTAL-1'])
    expect([exitCode, text]).toEqual([1, 'Export PORTAL-1 not found.\n'])
  },
)

test('given a payment, Prometheus learns how long it waits; the export prints its file, its number and its sum', async () => {
  await database.pool.query(`
    insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
      authorization_number, paid_at, pay_date)
    values ('W-1', '1000000001', 123456, 'CCV', 'PG001', 'ET1', now() - interval '1 hour', '2026-02-01')`)
  expect(secondsSince((await watched()).waitingSince)).toBeCloseTo(3600, -2)
  const { text } = await running(exportPaymentsCommand, ['--out', folder])
  const [, transmitId = ''] = /payments-(PORTAL-\d{10})\.txt/.exec(text) ?? []
  expect(text).toBe(`${join(folder, `payments-${transmitId}.txt`)}: 1 payment, $1,234.56\n`)
  expect((await watched()).waitingSince).toBeNull()
  const again = await running(exportPaymentsCommand, ['--out', folder, '--again', transmitId])
  expect(again.text).toContain('1 payment, $1,234.56, already exported')
})

test('given a cancelled payment, Prometheus learns how long it waits; the export prints the number and the sum of cancellations', async () => {
  await database.pool.query(`
    insert into cis.payment_cancellation (receipt_number, account_id, amount_cents, reason, cancelled_at, cancel_date)
    values ('W-1', '1000000001', 123456, 'refund', now() - interval '1 hour', '2026-02-02')`)
  expect(secondsSince((await watched()).waitingSince)).toBeCloseTo(3600, -2)
  const { text } = await running(exportPaymentsCommand, ['--out', folder])
  expect(text).toMatch(/: 0 payments, \$0\.00; 1 cancellation, \$1,234\.56\n$/)
  expect((await watched()).waitingSince).toBeNull()
})

test('given an export whose file was never completely on disk, then what is in it still waits', async () => {
  await database.pool.query(`
    update cis.payment_export set written_at = null, created_at = now() - interval '2 hours', sha256 = null`)
  expect(secondsSince((await watched()).waitingSince)).toBeCloseTo(7200, -2)
  await running(exportPaymentsCommand, ['--out', folder])
  expect((await watched()).waitingSince).toBeNull()
})

test('given a payment that does not fit the layout of the profile, the export says which, and nothing is exported', async () => {
  await database.pool.query(`
    insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
      authorization_number, paid_at, pay_date)
    values ('W-9', '1000000001', 100, 'CCV', 'PG001', 'A', now() - interval '1 hour', '2026-02-01')`)
  paymentLayout = PaymentLayout.parse({
    name: '{number}.txt',
    delimiter: ',',
    payment: [{ value: 'account', width: 9 }, { value: 'amount' }],
  })
  expect(await running(exportPaymentsCommand, ['--out', folder])).toEqual({
    exitCode: 1,
    text: expect.stringMatching(
      /^Nothing was exported\. Account 1000000001 of payment \d+ has 10 characters, and its field 9\./,
    ),
  })
  paymentLayout = undefined
  expect(secondsSince((await watched()).waitingSince)).toBeCloseTo(3600, -2)
})

test('given no contact changes, their export says so; given some, how many it wrote', async () => {
  expect(await running(exportContactsCommand, ['--out', folder])).toEqual({
    exitCode: 0,
    text: 'No contact changes to export.\n',
  })
  const wrong = await running(exportContactsCommand, ['here'])
  expect(wrong).toEqual({ exitCode: 2, text: expect.stringMatching(/^portal export-contacts /) })
  await database.pool.query(`
    insert into cis.contact_change (change_key, person_id, changed_at, change_date, detail)
    values (gen_random_uuid(), '1000000001', now(), '2026-02-01', '{"emailAddress":"new@example.com","phones":[]}')`)
  const { text } = await running(exportContactsCommand, ['--out', folder])
  expect(text).toMatch(/contacts-CONTACT-\d{10}\.txt: 1 contact change\n$/)
})

test('given a payment that the next extract has with another amount, import asks for somebody to look at it', async () => {
  const records = accountRecords('1000000001', { payment: { receipt: 'W-1', cents: 123 } })
  const head = { runId: 'RUN-2', extractedAt: '2026-02-02T12:00:00.000Z' }
  const { text } = await running(importCommand, [await writeExtract(join(folder, 'next'), records, head)])
  expect(text).toContain('Different account or amount in the extract, check: W-1\n')
})
