import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BillView } from '@portal/contract/bill-view'
import { CalendarDate } from '@portal/contract/dates'
import { BillId } from '@portal/contract/ids'
import { cents, decimalCents, parseDecimalCents } from '@portal/contract/money'
import { ledgerBilling } from '@portal/server/adapters/billing-system/ledger.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type TestDatabase, createTestDatabase } from '@portal/server/database/test-database.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import-extract.ts'
import { billViewOf } from '@portal/server/features/bill-view/bill-view.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDemoExtract } from './write-demo-extract.ts'

const bills = 10_000
const atOnce = 8
const asOf = CalendarDate.parse('2026-06-30')

let database: TestDatabase
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bills-'))
  database = await createTestDatabase()
  const file = join(folder, 'extract')
  await writeDemoExtract({ accounts: 600, seed: 3, asOf, months: 24 }, createWriteStream(file))
  const report = await importExtract({ databaseUrl: database.url, file, division: 'GWA', clock: systemClock })
  if (report.outcome !== 'imported') throw new Error(`The demo is not imported: ${report.reason}`)
  await rm(folder, { recursive: true })
}, 120_000)
afterAll(() => database.drop())

test('ten thousand bills of the demo add up to the cent, as the page of the bill gets them (C§3)', async () => {
  const { rows } = await database.pool.query<{ bill_id: string }>('select bill_id from cis.bill limit $1', [bills])
  expect(rows).toHaveLength(bills)
  const left = rows.map((row) => BillId.parse(row.bill_id))
  const seen = { segments: 0, corrections: 0, negative: 0, unread: 0, estimated: 0 }
  const wrong: string[] = []
  const billing = ledgerBilling(database.db)
  const readSome = async (): Promise<void> => {
    for (let billId = left.pop(); billId; billId = left.pop()) {
      const bill = await billing.findBill(billId)
      if (!bill) throw new Error(`There is no bill ${billId}`)
      const view = billViewOf(bill)
      wrong.push(...faultsOf(view))
      seen.segments += view.billInfo2.bseg.length
      seen.corrections += view.billInfo1.totalCorrections === '0.00' ? 0 : 1
      seen.negative += centsOf(view.billInfo1.endingBalance) < 0 ? 1 : 0
      seen.unread += view.billInfo2.bseg.filter(({ reads }) => reads.length === 0).length
      seen.estimated += view.billInfo1.billSegments.filter((segment) => segment.isEstimated).length
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  expect(wrong).toEqual([])
  // The odd ones are among them.
  expect(seen.segments).toBeGreaterThan(bills)
  expect(Math.min(seen.corrections, seen.negative, seen.unread, seen.estimated)).toBeGreaterThan(0)
}, 240_000)

test('a bill that is a cent off is found out', async () => {
  const { rows } = await database.pool.query<{ bill_id: string }>('select bill_id from cis.bill limit 1')
  const bill = await ledgerBilling(database.db).findBill(BillId.parse(rows[0]?.bill_id))
  if (!bill) throw new Error('There is no bill')
  const view = billViewOf(bill)
  expect(faultsOf(view)).toEqual([])
  const head = {
    ...view.billInfo1,
    totalCurrentCharges: decimalCents(cents(centsOf(view.billInfo1.totalCurrentCharges) + 1)),
  }
  expect(faultsOf({ ...view, billInfo1: head })).toHaveLength(2)
  const [segment, ...others] = view.billInfo2.bseg
  if (!segment) throw new Error('The bill has no segment')
  const short = { ...segment, billHeader: segment.billHeader.slice(1) }
  expect(faultsOf({ ...view, billInfo2: { bseg: [short, ...others] } })).toHaveLength(1)
})

/** What does not add up on a bill, in words. */
function faultsOf({ billInfo1: head, billInfo2: { bseg } }: BillView): string[] {
  const parts = [head.beginBalance, head.totalPayments, head.totalAdjustments, head.totalCorrections]
  const charges = head.totalCurrentCharges
  return [
    ...bseg.flatMap((segment) => {
      const lines = segment.billHeader.flatMap((header) => header.calcLine.map((line) => line.calcAmt))
      return sum(lines) === centsOf(segment.curAmt) ? [] : [`${head.billID}: the lines of ${segment.segmentId}`]
    }),
    ...(sum(bseg.map((segment) => segment.curAmt)) === centsOf(charges) ? [] : [`${head.billID}: its segments`]),
    ...(sum([...parts, charges]) === centsOf(head.endingBalance) ? [] : [`${head.billID}: its ending balance`]),
  ]
}

function sum(amounts: readonly string[]): number {
  return amounts.reduce((total, amount) => total + centsOf(amount), 0)
}

function centsOf(amount: string): number {
  const amountInCents = parseDecimalCents(amount)
  if (amountInCents === null) throw new Error(`Not an amount: ${amount}`)
  return amountInCents
}
