import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplyOf } from '@portal/contract/call'
import {
  downloadPaymentFile,
  listPaymentFiles,
  listPaymentsToReverse,
  markPaymentFileLoaded,
  markPaymentFileNotLoaded,
  markReversed,
  mostReversed,
  paymentFilesPageSize,
  paymentsToReversePageSize,
} from '@portal/contract/payment-files'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyTables } from '../../../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'
import { exportPayments } from '../export/export-payments.ts'

const paymentFile = PaymentLayout.parse({
  name: 'pay-{payDate:YYYYMMDD}-{number}.csv',
  onePer: ['payDate', 'method'],
  delimiter: ',',
  payment: [{ value: 'account' }, { value: 'amount' }, { value: 'reference' }],
})
let portal: TestApp
let finance: TestBrowser
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-files-'))
  portal = await testApp({ profile: { paymentFile } })
  finance = await portal.administrator(3)
})
beforeEach(() =>
  emptyTables(portal.database.db, ['cis.payment_cancellation', 'cis.portal_payment', 'cis.payment_export'], 'from1'),
)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const sql = async (text: string) => await portal.database.pool.query<Record<string, string>>(text)
const paid = async (receipt: string, cents: number, day = '2026-02-01') =>
  await sql(`insert into cis.portal_payment (receipt_number, account_id, amount_cents, source_code, method_code,
      authorization_number, paid_at, pay_date)
    values ('${receipt}', '1000000001', ${cents}, 'CCV', 'PG001', 'A', now(), '${day}')`)
const refunded = async (receipt: string) =>
  await sql(`insert into cis.payment_cancellation (receipt_number, account_id, amount_cents, cancelled_at, cancel_date, reason)
    select receipt_number, account_id, amount_cents, now(), '2026-02-03', 'Refund' from cis.portal_payment
    where receipt_number = '${receipt}'`)
const exported = async () => {
  const { db, clock, profile } = portal.deps
  return await exportPayments({ db, clock, folder, layout: profile.paymentFile, timeZone: profile.timeZone })
}

const list = async (query = '') =>
  (await finance.get(`${listPaymentFiles.path}${query}`)).json<ReplyOf<typeof listPaymentFiles>>()
const toReverse = async (query = '') =>
  (await finance.get(`${listPaymentsToReverse.path}${query}`)).json<ReplyOf<typeof listPaymentsToReverse>>()
const at = (call: { path: string }, id: number) => call.path.replace(':id', String(id))
const audited = async () => (await sql('select action, subject, after_change from audit_entry order by id desc')).rows

describe('the payment files', () => {
  test('say day, method, count, sum and state of each, the newest first', async () => {
    await paid('W-1', 1234)
    await paid('W-2', 500)
    await paid('W-3', 66, '2026-02-02')
    await exported()
    const { files, hasMore } = await list()
    expect(hasMore).toBe(false)
    const newest = { method: 'CCV', state: 'WRITTEN', loaded: null }
    expect(files).toMatchObject([
      {
        ...newest,
        name: expect.stringMatching(/^pay-20260202-\d{10}\.csv$/),
        payDate: '2026-02-02',
        count: 1,
        sum: '0.66',
      },
      {
        ...newest,
        name: expect.stringMatching(/^pay-20260201-\d{10}\.csv$/),
        payDate: '2026-02-01',
        count: 2,
        sum: '17.34',
      },
    ])
  })

  test('come a page at a time, each once; one that is not on disk yet is not among them', async () => {
    await sql(`insert into cis.payment_export (id, created_at, payment_count, total_cents, written_at)
      overriding system value
      select nth, now(), 1, 100, case when nth <= ${paymentFilesPageSize + 1} then now() end
      from generate_series(1, ${paymentFilesPageSize + 2}) nth`)
    const first = await list()
    expect([first.files.length, first.hasMore]).toEqual([paymentFilesPageSize, true])
    expect(first.files[0]).toMatchObject({ id: paymentFilesPageSize + 1, name: 'payments-PORTAL-0000000031.txt' })
    const second = await list(`?before=${first.files.at(-1)?.id}`)
    expect([second.files.map(({ id }) => id), second.hasMore]).toEqual([[1], false])
    const unwritten = paymentFilesPageSize + 2
    expect((await finance.get(at(downloadPaymentFile, unwritten))).statusCode).toBe(404)
    expect((await finance.post(at(markPaymentFileLoaded, unwritten), {})).statusCode).toBe(404)
  })

  test('can be downloaded, to the byte what was written; who did it is in the audit log', async () => {
    await paid('W-1', 1234)
    const [written] = await exported()
    const [file] = (await list()).files
    const reply = await finance.get(at(downloadPaymentFile, file?.id ?? 0))
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${file?.name}"`)
    expect(reply.body).toBe('1000000001,12.34,1\r\n')
    expect(reply.body).toBe(await readFile(written?.path ?? '', 'utf8'))
    expect((await audited())[0]).toMatchObject({
      action: 'payment-file-downloaded',
      subject: `payment file ${written?.transmitId}`,
    })
  })

  test('are marked as loaded and posted once: by whom and when', async () => {
    await paid('W-1', 1234)
    await exported()
    const id = (await list()).files[0]?.id ?? 0
    expect((await finance.post(at(markPaymentFileLoaded, id), {})).statusCode).toBe(200)
    const [file] = (await list()).files
    expect(file).toMatchObject({ state: 'LOADED', loaded: { by: expect.any(String), at: portal.deps.clock.now() } })
    expect((await audited())[0]).toMatchObject({ action: 'payment-file-loaded' })
    const again = await finance.post(at(markPaymentFileLoaded, id), {})
    expect([again.statusCode, again.json<{ title: string }>().title]).toEqual([
      409,
      markPaymentFileLoaded.problems['already-loaded'].title,
    ])
  })

  test.each([
    ['WRITTEN', null],
    ['DELIVERED', '2026-02-01'],
  ] as const)(
    'go back to %s when they were not loaded after all, unless an import has a payment',
    async (state, day) => {
      await paid('W-1', 1234)
      await exported()
      if (day) await sql(`update cis.payment_export set state = 'DELIVERED', delivered_at = '${day}'`)
      const id = (await list()).files[0]?.id ?? 0
      await finance.post(at(markPaymentFileLoaded, id), {})
      await sql(`insert into cis.import_run (id, started_at, outcome, rows_loaded, quarantined) overriding system value
      values (9, now(), 'running', '{}', 0) on conflict do nothing`)
      await sql('update cis.portal_payment set contained_in_import = 9')
      const refused = await finance.post(at(markPaymentFileNotLoaded, id), {})
      expect([refused.statusCode, (await list()).files[0]?.state]).toEqual([409, 'LOADED'])
      await sql('update cis.portal_payment set contained_in_import = null')
      expect((await finance.post(at(markPaymentFileNotLoaded, id), {})).statusCode).toBe(200)
      expect((await list()).files[0]).toMatchObject({ state, loaded: null })
      expect((await audited())[0]).toMatchObject({ action: 'payment-file-not-loaded' })
    },
  )

  test('that do not exist are not found', async () => {
    expect((await finance.get(at(downloadPaymentFile, 7))).statusCode).toBe(404)
    expect((await finance.post(at(markPaymentFileLoaded, 7), {})).statusCode).toBe(404)
  })

  test.each([2, 4, 5, 6] as const)('are none of the business of level %d', async (level) => {
    const other = await portal.administrator(level)
    for (const path of [listPaymentFiles.path, at(downloadPaymentFile, 1), listPaymentsToReverse.path])
      expect((await other.get(path)).statusCode).toBe(403)
    expect((await other.post(at(markPaymentFileLoaded, 1), {})).statusCode).toBe(403)
    expect((await other.post(markReversed.path, { ids: [1] })).statusCode).toBe(403)
  })
})

describe('payments to reverse by hand', () => {
  test('are those refunded after they left in a file, with the file and their number in it', async () => {
    await paid('W-1', 1234)
    await exported()
    await paid('W-2', 500)
    await refunded('W-1')
    await refunded('W-2')
    expect(await toReverse()).toEqual({
      hasMore: false,
      payments: [
        {
          id: 1,
          receipt: 'W-1',
          reference: '1',
          file: (await list()).files[0]?.name,
          accountId: '1000000001',
          amount: '12.34',
          payDate: '2026-02-01',
          refundedOn: '2026-02-03',
          reason: 'Refund',
        },
      ],
    })
  })

  test('are marked one by one or all at once, each once, in the audit log by receipt', async () => {
    for (const receipt of ['W-1', 'W-2', 'W-3']) await paid(receipt, 100)
    await exported()
    for (const receipt of ['W-1', 'W-2', 'W-3']) await refunded(receipt)
    expect((await finance.post(markReversed.path, { ids: [2] })).statusCode).toBe(200)
    expect((await toReverse()).payments.map(({ receipt }) => receipt)).toEqual(['W-1', 'W-3'])
    expect((await finance.post(markReversed.path, { ids: [1, 2, 3] })).statusCode).toBe(200)
    expect((await toReverse()).payments).toEqual([])
    expect((await audited())[0]).toMatchObject({
      action: 'payment-reversed-by-hand',
      after_change: JSON.stringify({ receipt: 'W-1, W-3' }),
    })
    const again = await finance.post(markReversed.path, { ids: [1] })
    expect([again.statusCode, again.json<{ title: string }>().title]).toEqual([
      409,
      markReversed.problems['already-reversed'].title,
    ])
  })

  test('come a page at a time, and no more than so many are marked at once', async () => {
    const many = paymentsToReversePageSize + 1
    for (let nth = 1; nth <= many; nth++) await paid(`W-${nth}`, 100)
    await exported()
    for (let nth = 1; nth <= many; nth++) await refunded(`W-${nth}`)
    const first = await toReverse()
    expect([first.payments.length, first.hasMore]).toEqual([paymentsToReversePageSize, true])
    const second = await toReverse(`?after=${first.payments.at(-1)?.id}`)
    expect([second.payments.map(({ receipt }) => receipt), second.hasMore]).toEqual([[`W-${many}`], false])
    const ids = Array.from({ length: mostReversed + 1 }, (_, nth) => nth + 1)
    expect((await finance.post(markReversed.path, { ids })).statusCode).toBe(400)
    expect((await finance.post(markReversed.path, { ids: [] })).statusCode).toBe(400)
  })

  test('are none where the layout takes refunds below zero', async () => {
    await paid('W-1', 1234)
    await exported()
    await refunded('W-1')
    Object.assign(portal.deps.profile, { paymentFile: { ...paymentFile, negative: true } })
    expect(await toReverse()).toEqual({ payments: [], hasMore: false })
    Object.assign(portal.deps.profile, { paymentFile })
  })
})
