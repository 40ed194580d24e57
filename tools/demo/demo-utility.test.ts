import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CalendarDate } from '@portal/contract/dates'
import { BillId } from '@portal/contract/ids'
import { cents, decimalCents } from '@portal/contract/money'
import { ledgerBilling } from '@portal/server/adapters/billing-system/ledger/ledger.ts'
import { systemClock } from '@portal/server/clock.ts'
import { type TestDatabase, createTestDatabase } from '@portal/server/database/testing/database.ts'
import { billViewOf } from '@portal/server/features/bill-view/bill-document.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import type { ImportReport } from '@portal/server/features/billing-exchange/import/import-report.ts'
import { readHeader } from '@portal/server/features/billing-exchange/import/read-lines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { centsOf, faultsOf } from './testing/faults-of-bill.ts'
import { headerLine, writeDemoExtract } from './write-demo-extract.ts'

const asOf = CalendarDate.parse('2026-06-30')
const howMany = 1000
let database: TestDatabase
let folder: string
let thousand: string
let report: ImportReport

const writing = async (name: string, accounts: number, seed = 1) => {
  const path = join(folder, name)
  await writeDemoExtract({ accounts, seed, asOf, months: 24 }, createWriteStream(path))
  return path
}
/** Counts are returned as numbers, everything else as text. */
const rowsOf = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows

/** Given the demo utility of `npm start`: 1,000 accounts, imported in the usual way. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  database = await createTestDatabase()
  thousand = await writing('thousand', howMany)
  report = await importExtract({
    databaseUrl: database.url,
    file: thousand,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    clock: systemClock,
  })
}, 120_000)
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

describe('its bills', () => {
  test('are imported without a single record left out', () => {
    expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 0 } })
    expect(report.rows.get('account')).toBe(howMany)
  })

  test('begin where the one before ended', async () => {
    expect(
      await rowsOf(`
        select bill_id from (
          select bill_id, begin_cents, lag(ending_cents) over (partition by account_id order by bill_date) as ended
          from cis.bill) as bill
        where begin_cents <> ended`),
    ).toEqual([])
  })

  test('and the payments since the last one make up the balance owed', async () => {
    expect(
      await rowsOf(`
        select account_id from cis.account
        join lateral (select ending_cents, bill_id from cis.bill where bill.account_id = account.account_id
          order by bill_date desc limit 1) as newest on true
        left join lateral (select sum(current_cents) as cents from cis.financial_transaction since
          where since.account_id = account.account_id and since.bill_id is null) as since on true
        where balance_cents <> ending_cents + coalesce(since.cents, 0)`),
    ).toEqual([])
  })

  test('have the same sums as their transactions', async () => {
    expect(
      await rowsOf(`
        select bill_id from cis.bill
        join (
          select bill_id,
            coalesce(sum(current_cents) filter (where transaction_type = 'PS'), 0) as payments,
            coalesce(sum(current_cents) filter (where transaction_type = 'AD'), 0) as adjustments,
            coalesce(sum(current_cents) filter (where transaction_type = 'BX'), 0) as corrections,
            coalesce(sum(current_cents) filter (where transaction_type = 'BS'), 0) as charges
          from cis.financial_transaction group by bill_id) as booked using (bill_id)
        where (payments_cents, adjustments_cents, corrections_cents, current_charges_cents)
          <> (payments, adjustments, corrections, charges)`),
    ).toEqual([])
  })

  test('start with the reading at which the bill before ended, unless that was wrong and corrected', async () => {
    const [counts] = await rowsOf(`
      with read as (
        select account_id, bill_date, corrections_cents,
          segment #>> '{reads,0,startReading}' as start_reading,
          lag(segment #>> '{reads,0,endReading}') over (partition by account_id order by bill_date) as ended
        from cis.bill, lateral (
          select segment from json_array_elements(detail -> 'segments') as segment
          where json_array_length(segment -> 'reads') > 0 and segment ->> 'endDate' = read_date::text) as water)
      select count(*) filter (where start_reading <> ended and corrections_cents = 0) as gaps,
        count(*) filter (where corrections_cents <> 0) as corrected from read`)
    expect(counts).toMatchObject({ gaps: 0 })
    expect(counts?.corrected).toBeGreaterThan(100)
  })

  test('all say that the tariff is invented', async () => {
    expect(
      await rowsOf(`select bill_id from cis.bill
        where detail #>> '{messages,0}' not like 'Sample bill.%' or detail::text not like '%(demonstration tariff)%'`),
    ).toEqual([])
  })

  test('add up to the cent, ten thousand of them, in the form that the page of the bill gets (C§3)', async () => {
    const bills = 10_000
    const atOnce = 8
    const { rows } = await database.pool.query<{ bill_id: string }>('select bill_id from cis.bill limit $1', [bills])
    expect(rows).toHaveLength(bills)
    const left = rows.map((row) => BillId.parse(row.bill_id))
    const seen = { segments: 0, corrections: 0, negative: 0, unread: 0, estimated: 0 }
    const wrong: string[] = []
    const billing = ledgerBilling(database.db, 'GWA')
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
    // The unusual bills are among them.
    expect(seen.segments).toBeGreaterThan(bills)
    expect(Math.min(seen.corrections, seen.negative, seen.unread, seen.estimated)).toBeGreaterThan(0)
  }, 240_000)

  test('would be noticed if they were a cent off', async () => {
    const { rows } = await database.pool.query<{ bill_id: string }>('select bill_id from cis.bill limit 1')
    const bill = await ledgerBilling(database.db, 'GWA').findBill(BillId.parse(rows[0]?.bill_id))
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
})

describe('its customers', () => {
  test('are as mixed as real ones', async () => {
    const [mix] = await rowsOf(`
      select count(*) filter (where customer_class = 'RESID') between 650 and 850 as residential,
        count(*) filter (where balance_cents < 0) between 20 and 60 as credit,
        count(*) filter (where balance_cents > new_charges_cents) between 80 and 125 as arrears,
        count(*) filter (where is_cash_only) between 4 and 30 as cash_only,
        count(*) filter (where not exists (select from cis.service_agreement agreement
          where agreement.account_id = account.account_id and status = '20')) between 20 and 70 as closed
      from cis.account`)
    expect(mix).toEqual({ residential: true, credit: true, arrears: true, cash_only: true, closed: true })
  })

  test('use as much water as the homes of Guam', async () => {
    const [gallons] = await rowsOf(`
      select percentile_cont(0.5) within group (order by consumption_gallons) as median,
        percentile_cont(0.9) within group (order by consumption_gallons) as p90
      from cis.bill join cis.account using (account_id) where customer_class = 'RESID'`)
    expect(gallons?.median).toBeGreaterThan(4800)
    expect(gallons?.median).toBeLessThan(6000)
    expect(gallons?.p90).toBeGreaterThan(13_000)
    expect(gallons?.p90).toBeLessThan(18_500)
  })

  test('have from one to more than a hundred accounts, and bills go to all three kinds of address', async () => {
    const owners = await rowsOf(`
      select count(*) as accounts from cis.account_person group by person_id order by accounts desc`)
    expect(owners[0]?.accounts).toBeGreaterThan(100)
    expect(owners.filter((owner) => owner.accounts === 1).length).toBeGreaterThan(300)
    const sources = await rowsOf(
      'select distinct bill_address_source as source from cis.account_person order by source',
    )
    expect(sources.map((row) => row.source)).toEqual(['ACOV', 'N/A', 'PER', 'PREM', null])
  })

  test('have names in both orders, invented e-mail addresses or none, and phone numbers that nobody has', async () => {
    const [people] = await rowsOf(`
      select count(*) filter (where full_name like '%, %') > 50 as last_first,
        count(*) filter (where full_name not like '%, %') > 50 as first_last,
        count(*) filter (where email_address is null) > 50 as without_address,
        bool_and(email_address like '%@example.com') as invented
      from cis.person`)
    expect(people).toEqual({ last_first: true, first_last: true, without_address: true, invented: true })
    expect(await rowsOf("select from cis.phone where phone_number not like '671-555-01__'")).toEqual([])
  })
})

describe('made from the same seed', () => {
  test('is the same to the byte', async () => {
    const [one, other] = [await writing('one', 30), await writing('other', 30)]
    expect(await readFile(one, 'utf8')).toBe(await readFile(other, 'utf8'))
  })

  test('an account is the same in a utility of a hundred and of a thousand, with its owner and all its bills', async () => {
    const small = await recordsByAccount(await writing('small', 100))
    const large = await recordsByAccount(thousand)
    expect(small.size).toBe(100)
    expect(large.size).toBe(howMany)
    for (const [account, records] of small) expect(large.get(account)).toEqual(records)
  })

  test('another seed is another utility', async () => {
    const others = [...(await recordsByAccount(await writing('seed 2', 100, 2))).keys()]
    const first = [...(await recordsByAccount(thousand)).keys()]
    expect(others.filter((account) => first.includes(account))).toEqual([])
  })
})

/** The lines of every account, by account: its premise comes first, then everything up to the next premise. */
async function recordsByAccount(path: string): Promise<Map<string, string[]>> {
  const accounts = new Map<string, string[]>()
  let records: string[] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [type, key = ''] = line.split('|')
    if (type === '0040' || type === '0020' || type === '9800') records = []
    records.push(line)
    if (type === '0030') accounts.set(key, records)
  }
  return accounts
}

test('the header of the largest utility with the longest seed can be imported', () => {
  const largest = { accounts: 10_000_000, seed: 2_147_483_647, asOf: CalendarDate.parse('2026-06-30'), months: 2 }
  expect(readHeader(headerLine(largest, 'ABCDE'), { division: 'ABCDE', timeZone: 'Pacific/Guam' }).runId).toBe(
    'DEMO-2147483647-10000000-2026-06-30',
  )
})
