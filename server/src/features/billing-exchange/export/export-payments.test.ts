import { mkdir, mkdtemp, readFile, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourceCode } from '@portal/contract/card'
import { CalendarDate, instantOf, later } from '@portal/contract/dates'
import { AccountNumber, ReceiptNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { verifyPaymentFile } from '../format/payment-file.ts'
import { type PaymentExportOptions, exportPayments } from './export-payments.ts'

/** Exports are numbered by the second they are made in, or after the last one. */
const firstSecond = { ...systemClock, now: () => instantOf(1_000) }

let database: TestDatabase
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-'))
  database = await createTestDatabase()
  await addTestAccount(database.db, { account: '1000000001' })
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const exporting = (options: Partial<PaymentExportOptions> = {}) =>
  exportPayments({ db: database.db, clock: firstSecond, folder, layout: undefined, timeZone: 'UTC', ...options })
const paying = (receipt: string, amount: number, source: SourceCode = 'CCV', payDate = '2026-02-01') =>
  ledgerBilling(database.db, 'GWA').recordPayment({
    receipt: ReceiptNumber.parse(receipt),
    accountId: AccountNumber.parse('1000000001'),
    amount: cents(amount),
    source,
    method: 'PG001',
    authorization: `AUTH ${receipt}`,
    paidAt: instantOf(Date.UTC(2026, 1, 1)),
    payDate: CalendarDate.parse(payDate),
  })
const cancelling = (receipt: string) =>
  ledgerBilling(database.db, 'GWA').cancelPayment({
    receipt: ReceiptNumber.parse(receipt),
    reason: 'paid | twice',
    cancelledAt: instantOf(Date.UTC(2026, 1, 3)),
    cancelDate: CalendarDate.parse('2026-02-03'),
  })
const fileOf = (transmitId: string) => readFile(join(folder, `payments-${transmitId}.txt`), 'utf8')

describe('a payment file', () => {
  test('can be read by our own user and our group, which fetches it', async () => {
    await paying('W-1', 1234)
    await exporting()
    const { mode } = await stat(join(folder, 'payments-PORTAL-0000000001.txt'))
    expect(mode & 0o777).toBe(0o640)
  })

  test('has the tender type of the profile for a bank account', async () => {
    await paying('W-1', 1234, 'ACH')
    await exporting()
    const lines = (await fileOf('PORTAL-0000000001')).split('\n')
    expect(lines[1]).toBe('TNDR|PORTAL|PORTAL-0000000001|20260201-ACH|20|1|12.34')
    expect(lines[2]?.split('|').slice(7, 9)).toEqual(['2026-02-01', 'ACH'])
  })

  test('has control totals at three levels: deposit, tender control of each type and day, payments', async () => {
    await paying('W-1', 1234)
    await paying('W-2', 100_000, 'CCM')
    await paying('W-3', 66)
    await paying('W-4', 500, 'CCV', '2026-02-02')
    const [file] = await exporting()
    expect(file).toMatchObject({ transmitId: 'PORTAL-0000000001', payments: 4, total: 101_800, isRepeated: false })
    const lines = (await fileOf('PORTAL-0000000001'))
      .replace(/\d{4}-\d\d-\d\dT[^|]*Z/, 'NOW')
      .trimEnd()
      .split('\n')
    expect(lines).toEqual([
      'DEP|PORTAL|PORTAL-0000000001|20|NOW|USD|3|4|1018.00|0|0.00',
      'TNDR|PORTAL|PORTAL-0000000001|20260201-CCM|20|1|1000.00',
      'PAY|PORTAL|PORTAL-0000000001|20260201-CCM|W-2|10|1000.00|2026-02-01|CCM|1000000001|PG001|AUTH W-2',
      'TNDR|PORTAL|PORTAL-0000000001|20260201-CCV|20|2|13.00',
      'PAY|PORTAL|PORTAL-0000000001|20260201-CCV|W-1|10|12.34|2026-02-01|CCV|1000000001|PG001|AUTH W-1',
      'PAY|PORTAL|PORTAL-0000000001|20260201-CCV|W-3|10|0.66|2026-02-01|CCV|1000000001|PG001|AUTH W-3',
      'TNDR|PORTAL|PORTAL-0000000001|20260202-CCV|20|1|5.00',
      'PAY|PORTAL|PORTAL-0000000001|20260202-CCV|W-4|10|5.00|2026-02-02|CCV|1000000001|PG001|AUTH W-4',
    ])
  })

  test.each([
    {
      what: 'a payment',
      from: '|10|12.34|',
      to: '|10|12.35|',
      fault: 'The control totals of batch 20260201-CCV are wrong',
    },
    {
      what: 'a batch',
      from: '-CCV|20|1|',
      to: '-CCV|20|2|',
      fault: 'The control totals of batch 20260201-CCV are wrong',
    },
    {
      what: 'the sum of a batch',
      from: '-CCV|20|1|12.34',
      to: '-CCV|20|1|12.33',
      fault: 'The control totals of batch 20260201-CCV are wrong',
    },
    {
      what: 'the batch of a payment',
      from: /(?<=PAY.*)20260201-CCV/,
      to: '20260202-CCV',
      fault: 'The payment file has a line outside its batch',
    },
    { what: 'the deposit', from: '|1|1|12.34', to: '|1|1|12.33', fault: 'The control totals of the deposit are wrong' },
    { what: 'how many batches', from: '|USD|1|', to: '|USD|2|', fault: 'The control totals of the deposit are wrong' },
    {
      what: 'how many payments',
      from: '|USD|1|1',
      to: '|USD|1|2',
      fault: 'The control totals of the deposit are wrong',
    },
    {
      what: 'how many cancellations',
      from: '|12.34|0|0.00',
      to: '|12.34|1|0.00',
      fault: 'The control totals of the cancellations are wrong',
    },
    {
      what: 'the first line',
      from: /^DEP/,
      to: 'PED',
      fault: 'The payment file does not begin with a deposit control',
    },
    { what: 'the last line', from: /\n$/, to: '', fault: 'The payment file does not end with a newline' },
  ])('that was changed in $what does not verify', async ({ from, to, fault }) => {
    await paying('W-1', 1234)
    await exporting()
    const text = await fileOf('PORTAL-0000000001')
    expect(verifyPaymentFile(text)).toMatchObject({ transmitId: 'PORTAL-0000000001', payments: 1, total: 1234 })
    expect(() => verifyPaymentFile(text.replace(from, to))).toThrow(fault)
  })

  test('that has a payment twice is refused, although all its totals are right', async () => {
    await paying('W-1', 1234)
    await exporting()
    const text = await fileOf('PORTAL-0000000001')
    const doubled = text.replace(/PAY.*\n/, '$&$&').replaceAll('|1|12.34', '|2|24.68')
    expect(() => verifyPaymentFile(doubled)).toThrow('The payment file has a receipt twice')
  })
})

describe('a payment that was cancelled', () => {
  test('leaves with its payment, or alone in a later file, counted and summed in the deposit control', async () => {
    await paying('W-1', 1234)
    await paying('W-2', 500)
    await cancelling('W-2')
    expect(await exporting()).toMatchObject([{ payments: 2, total: 1734, cancellations: 1, cancelledTotal: 500 }])
    await cancelling('W-1')
    expect(await exporting()).toMatchObject([{ payments: 0, total: 0, cancellations: 1, cancelledTotal: 1234 }])
    expect(await exporting()).toEqual([])
    const lines = (await fileOf('PORTAL-0000000002'))
      .replace(/\d{4}-\d\d-\d\dT[^|]*Z/, 'NOW')
      .trimEnd()
      .split('\n')
    expect(lines).toEqual([
      'DEP|PORTAL|PORTAL-0000000002|20|NOW|USD|0|0|0.00|1|12.34',
      'CAN|PORTAL|PORTAL-0000000002|W-1|12.34|2026-02-03|1000000001|paid \\p twice',
    ])
  })

  test('is refused when it was changed', async () => {
    await paying('W-1', 1234)
    await cancelling('W-1')
    await exporting()
    const text = await fileOf('PORTAL-0000000001')
    const forged = text.replace('CAN|PORTAL|PORTAL-0000000001|W-1|12.34', 'CAN|PORTAL|PORTAL-0000000001|W-1|12.35')
    expect(() => verifyPaymentFile(forged)).toThrow('The control totals of the cancellations are wrong')
  })
})

describe('every payment leaves once', () => {
  test('a second export has only what came since, and a third has nothing', async () => {
    await paying('W-1', 100)
    await exporting()
    await paying('W-2', 200)
    expect(await exporting()).toMatchObject([{ transmitId: 'PORTAL-0000000002', payments: 1, total: 200 }])
    expect(await exporting()).toEqual([])
  })

  test('two exports at the same moment share the payments, and none is exported twice', async () => {
    for (let receipt = 1; receipt <= 20; receipt++) await paying(`W-${receipt}`, receipt)
    await Promise.all([exporting(), exporting(), exporting()])
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    const lines = texts.join('').split('\n')
    for (let receipt = 1; receipt <= 20; receipt++)
      expect(lines.filter((line) => line.includes(`|W-${receipt}|`))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('PAY'))).toHaveLength(20)
  })

  test('a process that dies before its file is written loses nothing: the next one writes that file', async () => {
    const inTheWay = join(folder, 'payments-PORTAL-0000000001.txt')
    await mkdir(inTheWay)
    await paying('W-1', 100)
    await expect(exporting()).rejects.toThrow('EISDIR')
    await rmdir(inTheWay)
    expect(await readdir(folder)).toEqual([])
    await paying('W-2', 200)
    expect(await exporting()).toMatchObject([
      { transmitId: 'PORTAL-0000000001', payments: 1, total: 100, isRepeated: true },
      { transmitId: 'PORTAL-0000000002', payments: 1, total: 200, isRepeated: false },
    ])
  })

  test.each([
    ['is missing', 'ENOENT'],
    ['is a file', 'ENOTDIR'],
  ])('given a folder that %s, then nothing is on record as exported', async (which, reason) => {
    await paying('W-1', 100)
    const wrong = join(folder, 'wrong')
    if (which === 'is a file') await writeFile(wrong, '')
    await expect(exporting({ folder: wrong })).rejects.toThrow(reason)
    expect(await exporting()).toMatchObject([{ payments: 1, isRepeated: false }])
  })

  test('an export that is written again is the same to the byte', async () => {
    await paying('W-1', 100)
    await exporting()
    const first = await fileOf('PORTAL-0000000001')
    await rm(join(folder, 'payments-PORTAL-0000000001.txt'))
    expect(await exporting({ transmitId: 'PORTAL-0000000001' })).toMatchObject([{ isRepeated: true }])
    expect(await fileOf('PORTAL-0000000001')).toBe(first)
  })

  test('a database restored from a copy made before an export does not use a transmit id twice', async () => {
    await paying('W-1', 100)
    const [lost] = await exporting({ clock: systemClock })
    await database.pool.query('delete from cis.portal_payment; delete from cis.payment_export')
    await database.pool.query('alter table cis.payment_export alter column id restart')
    await paying('W-2', 200)
    const aMomentLater = { ...systemClock, now: () => later(systemClock.now(), 1000) }
    const [next] = await exporting({ clock: aMomentLater })
    expect(next).toMatchObject({ payments: 1, total: 200 })
    expect(next?.transmitId).not.toBe(lost?.transmitId)
  })

  test('one that an import already contains is in no file; its cancellation is, until an import contains that, too', async () => {
    for (const [receipt, amount] of [
      ['W-1', 100],
      ['W-2', 200],
      ['W-3', 400],
    ] as const)
      await paying(receipt, amount)
    await database.pool.query(`
      with run as (
        insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome,
          rows_loaded, quarantined, is_live)
        values ('RUN-1', 'GWA', '2026-02-01', now(), now(), now(), 'imported', '{}', 0, true) returning id)
      update cis.portal_payment set contained_in_import = run.id from run where receipt_number <> 'W-2'`)
    expect(await exporting()).toMatchObject([{ payments: 1, total: 200 }])
    for (const receipt of ['W-1', 'W-2', 'W-3']) await cancelling(receipt)
    await database.pool.query(`
      update cis.payment_cancellation set contained_in_import = (select id from cis.import_run)
      where receipt_number = 'W-3'`)
    expect(await exporting()).toMatchObject([{ payments: 0, cancellations: 2, cancelledTotal: 300 }])
  })

  test('one that an import is just settling waits for the next file, together with its cancellation', async () => {
    await paying('W-1', 100)
    await paying('W-2', 200)
    await cancelling('W-1')
    const settling = await database.pool.connect()
    await settling.query("begin; select from cis.portal_payment where receipt_number = 'W-1' for update")
    expect(await exporting()).toMatchObject([{ payments: 1, total: 200, cancellations: 0 }])
    await settling.query('rollback')
    settling.release()
    expect(await exporting()).toMatchObject([{ payments: 1, total: 100, cancellations: 1 }])
  })

  test.each(['portal_payment', 'payment_cancellation'])(
    'an export of which an amount in %s is another one by now is not written again',
    async (table) => {
      await paying('W-1', 100)
      await cancelling('W-1')
      await exporting()
      await database.pool.query(`update cis.${table} set amount_cents = 101`)
      await expect(exporting({ transmitId: 'PORTAL-0000000001' })).rejects.toThrow(
        'The payments of export PORTAL-0000000001 are not those it was made of',
      )
    },
  )

  test('an unknown transmit id is reported', async () => {
    await expect(exporting({ transmitId: 'PORTAL-7' })).rejects.toThrow('Export PORTAL-7 not found.')
  })
})

describe('a layout of the profile', () => {
  const layoutOf = (more: object = {}) =>
    PaymentLayout.parse({
      name: '{number}.csv',
      lineEnd: 'LF',
      delimiter: ',',
      payment: [
        { value: 'account' },
        { value: 'amount' },
        { value: 'payDate' },
        { value: 'method' },
        { value: 'receipt' },
      ],
      ...more,
    })
  const files = async () => {
    const names = (await readdir(folder)).toSorted()
    return await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]))
  }

  test('writes a file for each day and method, those in one only for its part, each with its own totals', async () => {
    await paying('W-1', 1234)
    await paying('W-2', 100_000, 'CCM')
    await paying('W-3', 66, 'ACH')
    await paying('W-4', 500, 'CCV', '2026-02-02')
    const layout = layoutOf({
      name: '{payDate:MMDD}-{method}-{number}-{count}-{sum:cents}.csv',
      onePer: ['payDate', 'method'],
      header: [[{ value: 'payDate' }, { value: 'method' }, { value: 'count' }, { value: 'sum' }]],
      methods: { CCV: 'CARD', CCM: 'CARD', bank: 'ECHECK' },
    })
    expect(await exporting({ layout })).toMatchObject([
      { transmitId: 'PORTAL-0000000001', payments: 2, total: 101_234 },
      { transmitId: 'PORTAL-0000000002', payments: 1, total: 66 },
      { transmitId: 'PORTAL-0000000003', payments: 1, total: 500 },
    ])
    const account = '1000000001'
    expect(await files()).toEqual([
      [
        '0201-CARD-0000000001-2-101234.csv',
        `2026-02-01,CARD,2,1012.34\n${account},12.34,2026-02-01,CARD,W-1\n${account},1000.00,2026-02-01,CARD,W-2\n`,
      ],
      ['0201-ECHECK-0000000002-1-66.csv', `2026-02-01,ECHECK,1,0.66\n${account},0.66,2026-02-01,ECHECK,W-3\n`],
      ['0202-CARD-0000000003-1-500.csv', `2026-02-02,CARD,1,5.00\n${account},5.00,2026-02-02,CARD,W-4\n`],
    ])
    expect(await exporting({ layout })).toEqual([])
  })

  test('writes refunds below zero where it takes them, on the day of the refund', async () => {
    await paying('W-1', 1234)
    await paying('W-2', 500)
    await cancelling('W-1')
    const layout = layoutOf({ onePer: ['payDate'], negative: true, trailer: [[{ value: 'sum' }]] })
    await exporting({ layout })
    expect(await files()).toEqual([
      ['0000000001.csv', '1000000001,12.34,2026-02-01,CCV,W-1\n1000000001,5.00,2026-02-01,CCV,W-2\n17.34\n'],
      ['0000000002.csv', '1000000001,-12.34,2026-02-03,CCV,W-1\n-12.34\n'],
    ])
    expect(await exporting({ layout })).toEqual([])
  })

  test('leaves refunds to a person where it takes none; one that was reversed by hand is in no later file', async () => {
    await paying('W-1', 1234)
    await paying('W-2', 500)
    await cancelling('W-1')
    expect(await exporting({ layout: layoutOf() })).toMatchObject([{ payments: 2, cancellations: 0 }])
    expect(await exporting({ layout: layoutOf() })).toEqual([])
    await database.pool.query("update cis.payment_cancellation set reversed_at = now(), reversed_by = 'finance'")
    await cancelling('W-2')
    expect(await exporting({ layout: layoutOf({ negative: true }) })).toMatchObject([
      { payments: 0, cancellations: 1, cancelledTotal: 500 },
    ])
  })

  test('of which one payment does not fit refuses them all and changes nothing', async () => {
    await paying('W-1', 1234)
    await paying('W-123', 500)
    const narrow = layoutOf({ payment: [{ value: 'account' }, { value: 'amount' }, { value: 'receipt', width: 4 }] })
    await expect(exporting({ layout: narrow })).rejects.toThrow(
      /^Nothing was exported. Receipt W-123 of payment 2 has 5/,
    )
    expect(await files()).toEqual([])
    expect(await exporting({ layout: layoutOf() })).toMatchObject([{ payments: 2, total: 1734 }])
  })

  test('is kept with its files, which stay the same to the byte after the profile has another one, or none', async () => {
    await paying('W-1', 1234)
    await exporting({ layout: layoutOf() })
    const first = await files()
    await paying('W-2', 500)
    await exporting()
    await rm(join(folder, '0000000001.csv'))
    const other = layoutOf({ delimiter: ';', name: 'other-{number}.csv' })
    expect(await exporting({ layout: other, transmitId: 'PORTAL-0000000001' })).toMatchObject([{ isRepeated: true }])
    expect(await files()).toEqual([...first, ['payments-PORTAL-0000000002.txt', expect.stringMatching(/^DEP/)]])
  })

  test('does not write a file again that would be another one now', async () => {
    await paying('W-1', 1234)
    await exporting({ layout: layoutOf() })
    await database.pool.query("update cis.portal_payment set pay_date = '2026-02-09'")
    await expect(exporting({ transmitId: 'PORTAL-0000000001' })).rejects.toThrow(
      'The payments of export PORTAL-0000000001 are not those it was made of',
    )
  })
})
