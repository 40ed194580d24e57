import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { extractLine } from '../format/lines.ts'
import { accountRecords, billRecords, extractText } from '../format/testing/extract.ts'
import { type TestImport, begunImports } from './testing/import.ts'

let begun: Awaited<ReturnType<typeof begunImports>>
let ledger: TestImport

beforeAll(async () => {
  begun = await begunImports()
})
afterAll(() => begun.drop())
beforeEach(async () => {
  ledger = await begun.next()
})
afterEach(() => ledger.drop())

const sound = accountRecords('1000000002')
const broken = (from: string | RegExp, to: string) =>
  accountRecords('1000000003').join('\n').replace(from, to).split('\n')
/** A line that makes a person a main customer of an account. */
const holder = (account: string, person: string) =>
  extractLine('0032', [account, person, 'MAIN', true, true, true, 'PER', null, ...Array<null>(6).fill(null)])

describe('records without the record they belong to are left out, and the rest is imported', () => {
  test.each<{ what: string; body: string[]; recordType: string; reason: string }>([
    {
      what: 'a person is missing',
      body: broken(/0020.*\n/, ''),
      recordType: '0022',
      reason: 'its person is not in the extract',
    },
    {
      what: 'a main customer is missing',
      body: broken('|MAIN|Y|', '|SPOUSE|N|'),
      recordType: '0030',
      reason: 'it does not have exactly one main customer',
    },
    {
      what: 'a premise is missing',
      body: broken(/0040.*\n/, ''),
      recordType: '0050',
      reason: 'its premise is not in the extract',
    },
    {
      what: 'agreements do not make up the balance',
      body: broken(/\|2020-01-15\|\|5000/, '|2020-01-15||4999'),
      recordType: '0030',
      reason: 'its balance is not the sum of its service agreements',
    },
    {
      what: 'agreements do not make up what pays everything off',
      body: broken(/(?<=\|2020-01-15\|\|5000\|)5000/, '4999'),
      recordType: '0030',
      reason: 'its balance is not the sum of its service agreements',
    },
    {
      what: 'a mailing premise is missing',
      body: broken(/(?<=\|C01\|2020-01-15\|)1000000003/, '9999999999'),
      recordType: '0030',
      reason: 'its mailing premise is not in the extract',
    },
    {
      what: 'there are two main customers',
      body: [...accountRecords('1000000003'), holder('1000000003', '1000000002')],
      recordType: '0030',
      reason: 'it does not have exactly one main customer',
    },
    {
      what: 'somebody else who holds an account is missing',
      body: [holder('1000000002', '9999999999')],
      recordType: '0032',
      reason: 'its person is not in the extract',
    },
    {
      what: 'somebody with a characteristic is missing',
      body: ['0024|9999999999|CMOLDUSR|2020-01-01||juan'],
      recordType: '0024',
      reason: 'its person is not in the extract',
    },
    {
      what: 'an account is missing',
      body: broken(/0030.*\n/, ''),
      recordType: '0100',
      reason: 'its account is not in the extract',
    },
    {
      what: 'an agreement of a transaction is missing',
      body: broken(/7000\|100000000301\|1000000003\|1000000003/, '7000|100000000301|1000000003|9999999999'),
      recordType: '7000',
      reason: 'its service agreement is not in the extract',
    },
  ])('$what', async ({ body, recordType, reason }) => {
    const report = await ledger.importing(extractText([...sound, ...body]), { maxSkipped: 60 })
    expect(report).toMatchObject({ outcome: 'imported', reason: null })
    expect(report.skipped.reasons).toContainEqual({ recordType, reason, count: 1 })
    expect(await ledger.liveAccounts()).toContain('1000000002 5000')
    const kept = await ledger.database.db
      .selectFrom('cis.import_quarantine')
      .select(['record_type', 'reason'])
      .execute()
    expect(kept).toContainEqual({ record_type: recordType, reason })
    expect(kept).toHaveLength(report.skipped.total)
  })

  test('an account that is left out takes all its records with it', async () => {
    const body = broken('|5000|5000|5000|0', '|5000|5000|4000|0')
    const report = await ledger.importing(extractText([...sound, ...body]), { maxSkipped: 60 })
    expect(await ledger.liveAccounts()).toEqual(['1000000002 5000'])
    expect(Object.fromEntries(report.rows)).toMatchObject({
      account_person: 1,
      service_agreement: 1,
      bill: 1,
      financial_transaction: 1,
    })
  })

  test('a record that occurs twice is imported once, in its first version', async () => {
    const body = [...sound, ...billRecords('1000000002', 6000)]
    const report = await ledger.importing(extractText(body), { maxSkipped: 60 })
    expect(report.skipped.reasons).toEqual([{ recordType: '0100', reason: 'it stands there before', count: 1 }])
    expect(report.rows.get('bill')).toBe(1)
    const bills = await ledger.database.db.selectFrom('cis.bill').select('ending_cents').execute()
    expect(bills).toEqual([{ ending_cents: 5000 }])
  })
})

describe('how many may be left out', () => {
  const hundred = Array.from({ length: 13 }, (_, at) => accountRecords(String(1_000_000_100 + at))).flat()
  const oneFaulty = [...hundred, '0024|1000000100|CMSCAN|2020-01-01||fido']

  test('one in a hundred: the run is accepted, and the faulty record is reported', async () => {
    expect(await ledger.importing(extractText(oneFaulty))).toMatchObject({ outcome: 'imported', skipped: { total: 1 } })
  })

  test('exactly as many as allowed: the run is accepted', async () => {
    const body = [...sound, ...broken('|700|-700|', '|700|-600|')]
    const report = await ledger.importing(extractText(body), { maxSkipped: 6.25 })
    expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 1 } })
  })

  test('more: the run is refused, and the live data stay', async () => {
    const report = await ledger.importing(extractText([...sound, ...broken('|700|-700|', '|700|-600|')]))
    expect(report).toMatchObject({ outcome: 'refused', reason: '1 of 16 records are faulty, more than 1%' })
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
  })
})

describe('a record with a receipt of the portal is never left out: the extract is refused', () => {
  const receipt = 'W-pi_3MtwBwLkdIwHu7ix28a3tqPa-2'
  const paid = (account: string) => accountRecords(account, { payment: { receipt, cents: 2000 } })
  const changed = (from: string | RegExp, to: string) => paid('1000000003').join('\n').replace(from, to).split('\n')
  const ofTransaction = new RegExp(`(?<=7000\\|100000000302\\|.*)2026-01-15(?=\\|${receipt})`)
  const ours = `
    insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
      authorization_number, paid_at, pay_date)
    values ($1, '1000000003', 2000, 'CCV', 'PG001', 'ET1', now(), '2026-02-01')`

  test.each<{ what: string; body: string[]; why: string }>([
    {
      what: 'a field cannot be read',
      body: changed(ofTransaction, 'soon'),
      why: 'line 34, type 7000, 100000000302): accounting_date is not a date',
    },
    {
      what: 'a field is missing',
      body: changed(/\|2026-01-15(?=\|W-)/, ''),
      why: 'line 34, type 7000, 100000000302): it has 10 fields instead of 11',
    },
    {
      what: 'the account is not there',
      body: changed(/0030.*\n/, ''),
      why: 'type 7000, 100000000302): its account is not in the extract',
    },
    {
      what: 'the agreement is not there',
      body: changed(/7000\|100000000302\|1000000003\|1000000003/, '7000|100000000302|1000000003|9999999999'),
      why: 'type 7000, 100000000302): its service agreement is not in the extract',
    },
    {
      what: 'another record has the same key',
      body: changed('7000|100000000302', '7000|100000000301'),
      why: 'type 7000, 100000000301): it stands there before',
    },
  ])('$what', async ({ body, why }) => {
    await ledger.database.pool.query(ours, [receipt])
    const report = await ledger.importing(extractText([...sound, ...body]), { maxSkipped: 100 })
    expect(report).toMatchObject({
      outcome: 'refused',
      reason: `A record with the portal’s receipt ${receipt} can’t be left out (${why}`,
    })
    expect(await ledger.liveAccounts()).toEqual(['1000000001 7000'])
  })

  test('and one with the receipt of a payment that the portal does not have is left out like any other', async () => {
    const body = changed(ofTransaction, 'soon')
    expect(await ledger.importing(extractText([...sound, ...body]), { maxSkipped: 100 })).toMatchObject({
      outcome: 'imported',
      skipped: { total: 1 },
    })
  })
})
