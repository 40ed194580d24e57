import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balanceOf } from '@portal/contract/aged-debt'
import { CalendarDate, instantOf } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import type { BillingSystem } from '../../../adapters/billing-system/port.ts'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, type TestTemplate, createTestTemplate } from '../../../database/testing/database.ts'
import { type TestRecords, accountRecords, extractText } from '../format/testing/extract.ts'
import { importExtract } from './import-extract.ts'

let template: TestTemplate
let database: TestDatabase
let billing: BillingSystem
let folder: string
const account = AccountNumber.parse('1000000001')

/** Given 5,000 cents owed as of day 1, of which the portal then took 2,000 with receipt W-1. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'))
  template = await createTestTemplate(async (filled) => {
    use(filled)
    await importing(1, { balance: 5000 })
    await paying('W-1', 2000)
  })
})
beforeEach(async () => use(await template.clone()))
afterEach(() => database.drop())
afterAll(async () => {
  await template.drop()
  await rm(folder, { recursive: true })
})

function use(given: TestDatabase): void {
  database = given
  billing = ledgerBilling(given.db, 'GWA')
}

/** Imports the extract of one night: our account as given, and records of others. */
async function importing(day: number, records: TestRecords, force = false, others: readonly string[] = []) {
  const file = join(folder, 'extract')
  const head = { runId: `DAY-${day}`, extractedAt: `2026-02-0${day}T12:00:00.000Z` }
  await writeFile(file, extractText([...accountRecords(account, records), ...others], head))
  const report = await importExtract({
    databaseUrl: database.url,
    file,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    clock: systemClock,
    force,
  })
  expect(report.outcome).toBe('imported')
  return report.payments
}

const paying = (receipt: string, amount: number) =>
  billing.recordPayment({
    receipt: ReceiptNumber.parse(receipt),
    accountId: account,
    amount: cents(amount),
    source: 'CCV',
    method: 'PG001',
    authorization: 'ET1234',
    paidAt: instantOf(Date.UTC(2026, 1, 1, 20)),
    payDate: CalendarDate.parse('2026-02-02'),
  })
async function owed(): Promise<number | undefined> {
  const [standing] = await billing.balances([account])
  return standing && balanceOf(standing.debt)
}

describe('a payment counts from the moment it is taken, once', () => {
  test('before any import contains it', async () => {
    expect(await owed()).toBe(3000)
  })

  test('after an import that does not contain it yet', async () => {
    expect(await importing(2, { balance: 5000 })).toEqual({ contained: 0, open: 1, differing: [] })
    expect(await owed()).toBe(3000)
  })

  test('after an import that contains it', async () => {
    const payments = await importing(2, { balance: 3000, payment: { receipt: 'W-1', cents: 2000 } })
    expect(payments).toEqual({ contained: 1, open: 0, differing: [] })
    expect(await owed()).toBe(3000)
  })

  test('after a later import that no longer lists it', async () => {
    await importing(2, { balance: 3000, payment: { receipt: 'W-1', cents: 2000 } })
    await importing(3, { balance: 3000 })
    expect(await owed()).toBe(3000)
  })

  test('after a later import that still lists it', async () => {
    const records = { balance: 3000, payment: { receipt: 'W-1', cents: 2000 } }
    await importing(2, records)
    expect(await importing(3, records)).toEqual({ contained: 0, open: 0, differing: [] })
    expect(await owed()).toBe(3000)
  })

  test('beside another payment that the import does not contain', async () => {
    await paying('W-2', 500)
    await importing(2, { balance: 3000, payment: { receipt: 'W-1', cents: 2000 } })
    expect(await owed()).toBe(2500)
  })

  test('after going back to an older extract by force', async () => {
    await importing(3, { balance: 3000, payment: { receipt: 'W-1', cents: 2000 } })
    await importing(2, { balance: 5000 }, true)
    expect(await owed()).toBe(3000)
  })

  test('when it is recorded again after an import that contains it', async () => {
    await importing(2, { balance: 3000, payment: { receipt: 'W-1', cents: 2000 } })
    expect(await paying('W-1', 2000)).toMatchObject({ outcome: 'recorded' })
    expect(await owed()).toBe(3000)
  })

  const ofAnother = (amount: number) => accountRecords('1000000002', { payment: { receipt: 'W-1', cents: amount } })

  test.each<[string, TestRecords, string[]]>([
    ['another amount', { balance: 3100, payment: { receipt: 'W-1', cents: 1900 } }, []],
    ['it on another account', { balance: 5000 }, ofAnother(2000)],
    ['a part of it on another account', { balance: 4000, payment: { receipt: 'W-1', cents: 1000 } }, ofAnother(1000)],
  ])('and when the extract has %s, it is believed and the difference is reported', async (_, records, others) => {
    const payments = await importing(2, records, false, others)
    expect(payments).toEqual({ contained: 1, open: 0, differing: ['W-1'] })
    expect(await owed()).toBe(records.balance)
  })
})

describe('a payment that is cancelled is owed again from that moment, once', () => {
  const contained = { receipt: 'W-1', cents: 2000 }
  const cancelling = () =>
    billing.cancelPayment({
      receipt: ReceiptNumber.parse('W-1'),
      reason: 'refund',
      cancelledAt: instantOf(Date.UTC(2026, 1, 2)),
      cancelDate: CalendarDate.parse('2026-02-02'),
    })

  test('before any import contains either', async () => {
    await cancelling()
    expect(await owed()).toBe(5000)
  })

  test('after an import that contains the payment and not its cancellation', async () => {
    await cancelling()
    await importing(2, { balance: 3000, payment: contained })
    expect(await owed()).toBe(5000)
  })

  test('after an import that contains both', async () => {
    await cancelling()
    const payments = await importing(2, { balance: 5000, payment: { ...contained, isCancelled: true } })
    expect(payments).toEqual({ contained: 1, open: 0, differing: [] })
    expect(await owed()).toBe(5000)
  })

  test('when it is cancelled again after an import that contains both', async () => {
    await importing(2, { balance: 5000, payment: { ...contained, isCancelled: true } })
    await cancelling()
    expect(await owed()).toBe(5000)
  })

  test('after going back to an older extract by force', async () => {
    await cancelling()
    await importing(3, { balance: 5000, payment: { ...contained, isCancelled: true } })
    await importing(2, { balance: 3000, payment: contained }, true)
    expect(await owed()).toBe(5000)
  })
})
