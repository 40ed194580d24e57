import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { ReplyOf } from '@portal/contract/call'
import {
  checkImportAgain,
  dropImport,
  goLiveWithImport,
  largestBillingFile,
  listImportRuns,
  readImports,
  startImport,
  undoImport,
  uploadImportFile,
} from '@portal/contract/imports'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'
import { importWork } from './routes.ts'

let portal: TestApp
let staff: TestBrowser
let folder: string
beforeAll(async () => {
  portal = await testApp()
  staff = await portal.administrator(2)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'))
  Object.assign(portal.deps.config, { BILLING_FOLDER: folder })
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await portal.database.pool.query(
    'delete from cis.import_job; update cis.import_run set is_live = false; delete from cis.account',
  )
})
afterAll(async () => await portal.close())

const sql = async (text: string) => (await portal.database.pool.query<Record<string, string>>(text)).rows
const upload = async (name: string, content: string | Buffer | Readable, who = staff) =>
  await portal.app.inject({
    method: 'POST',
    url: `${uploadImportFile.path}?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': 'application/octet-stream' },
    cookies: Object.fromEntries(who.cookies),
    payload: content,
  })
const working = async () => await importWork(portal.deps).run(new AbortController().signal)
const page = async () => (await staff.get(readImports.path)).json<ReplyOf<typeof readImports>>()
const runs = async () => (await staff.get(listImportRuns.path)).json<ReplyOf<typeof listImportRuns>>().runs
const to = (call: { path: string }, id: number) => call.path.replace(':id', String(id))
const idOf = (reply: { json(): { id: number } }) => reply.json().id
const audited = async () => (await sql('select action, subject from audit_entry order by id desc limit 1'))[0]

const head = 'account,name,zip,balance,due_date,customer_id\n'
const ann = (balance = '45.10', customer = 'C1') => `1000000001,Ann Lee,96913,${balance},2026-01-15,${customer}\n`
const bob = (balance = '10.00') => `1000000002,Bob Ray,96913,${balance},2026-01-15,C2\n`
const cay = '1000000003,Cay Dean,96913,-5.00,2026-01-15,C3\n'

/** Uploads, and has the dry run done. @returns the id of the job */
async function checked(rows: string, day = '2026-01-30', name = 'accounts.csv'): Promise<number> {
  await upload(name, head + rows)
  const id = idOf(await staff.post(startImport.path, { files: [name], asOf: day }))
  await working()
  return id
}

async function live(rows: string, day?: string): Promise<void> {
  const id = await checked(rows, day)
  await staff.post(to(goLiveWithImport, id), { evenSo: true })
  await working()
}

const balances = async () =>
  (await sql(`select account_id || ' ' || balance_cents as line from cis.account order by 1`)).map(({ line }) => line)

describe('a file', () => {
  test('is uploaded to the inbox, gzipped or not, and one of the same name is replaced', async () => {
    expect((await upload('accounts.csv', 'half')).json()).toEqual({ name: 'accounts.csv', bytes: 4 })
    await upload('accounts.csv', 'all of it')
    await upload('customers.csv.gz', gzipSync('x'))
    const { inbox } = await page()
    expect(inbox.map(({ name, bytes }) => `${name} ${bytes}`).toSorted()).toEqual([
      'accounts.csv 9',
      'customers.csv.gz 21',
    ])
    expect(await audited()).toEqual({ action: 'billing-file-uploaded', subject: 'customers.csv.gz' })
  })

  test.each(['../accounts.csv', '.hidden', 'a/b', 'a\\b', ''])('named %j is refused', async (name) => {
    expect((await upload(name, 'x')).statusCode).toBe(400)
    expect((await page()).inbox).toEqual([])
  })

  test('that is too large is refused while it arrives, and leaves nothing', async () => {
    const chunk = Buffer.alloc(1_000_000)
    const endless = Readable.from(
      (function* chunks() {
        for (let sent = 0; sent <= largestBillingFile; sent += chunk.length) yield chunk
        yield chunk
      })(),
    )
    expect((await upload('accounts.csv', endless)).statusCode).toBe(413)
    expect(await readdir(join(folder, 'inbox'))).toEqual([])
  })

  test('of a level that does not run the portal is refused before it is read', async () => {
    expect((await upload('accounts.csv', 'x', await portal.administrator(3))).statusCode).toBe(403)
    expect((await (await portal.administrator(3)).get(readImports.path)).statusCode).toBe(403)
  })
})

describe('a dry run', () => {
  test('says what would change, and changes nothing', async () => {
    await live(ann() + bob())
    await checked(ann('4510.00', 'C9') + cay, '2026-01-31')
    const { job } = await page()
    expect(job).toMatchObject({ state: 'CHECKED', files: ['accounts.csv'], reason: null })
    expect(job?.summary).toEqual({
      asOf: '2026-01-31',
      rows: 2,
      leftOut: 0,
      live: { accounts: 2, total: '55.10', credits: '0.00' },
      next: { accounts: 2, total: '4505.00', credits: '-5.00' },
      new: 1,
      closed: 1,
      newHolders: 1,
      changed: 1,
      largest: [
        { account: '1000000001', name: 'Ann Lee', live: '45.10', next: '4510.00', change: '4464.90' },
        { account: '1000000002', name: 'Bob Ray', live: '10.00', next: null, change: '-10.00' },
        { account: '1000000003', name: 'Cay Dean', live: null, next: '-5.00', change: '-5.00' },
      ],
      faults: [],
      missing: ['usage', 'billLines', 'bills', 'billDate', 'ages', 'serviceAddress', 'payments'],
    })
    expect(await balances()).toEqual(['1000000001 4510', '1000000002 1000'])
  })

  test('names faults by line and column, never with what stands there', async () => {
    const many = Array.from({ length: 200 }, (_, nth) => `${2_000_000_000 + nth},Dee,96913,1.00,2026-01-15,D\n`)
    await checked([ann('12.5O'), ...many].join(''))
    expect((await page()).job?.summary).toMatchObject({
      leftOut: 1,
      faults: [{ file: 'accounts', line: 2, reason: expect.stringMatching(/^balance /) }],
    })
    expect(portal.logLines.join('')).not.toContain('12.5O')
  })

  test.each([
    ['without a day', ann(), undefined, /^The day of the data is not known/],
    ['cut in the middle', ann() + bob().slice(0, 12), '2026-01-30', /end/i],
    ['saved by Excel', ann().replace('1000000001', '1E+09'), '2026-01-30', /do not open it in Excel$/],
    ['of nulls', '\0'.repeat(500), '2026-01-30', /./],
    ['in UTF-16', Buffer.from(`\u{feff}${head}${ann()}`, 'utf16le'), '2026-01-30', /./],
  ])('of a file %s is rejected with a sentence', async (_, rows, asOf, reason) => {
    await upload('accounts.csv', typeof rows === 'string' ? head + rows : rows)
    await staff.post(startImport.path, { files: ['accounts.csv'], asOf })
    await working()
    const { job } = await page()
    expect(job).toMatchObject({ state: 'REFUSED', summary: null, reason: expect.stringMatching(reason) })
    expect(job?.reason).not.toContain('--force')
  })

  test('can be run again with a day, and what is discarded waits again', async () => {
    await upload('accounts.csv', head + ann())
    const id = idOf(await staff.post(startImport.path, { files: ['accounts.csv'] }))
    await working()
    await staff.post(to(checkImportAgain, id), { asOf: '2026-01-30' })
    await working()
    expect((await page()).job?.state).toBe('CHECKED')
    expect((await staff.post(to(dropImport, id), {})).statusCode).toBe(200)
    expect(await page()).toMatchObject({ job: { state: 'DROPPED' }, inbox: [{ name: 'accounts.csv' }] })
    expect((await staff.post(to(dropImport, id), {})).statusCode).toBe(409)
  })

  test('waits while another import runs, and none begins while one is open', async () => {
    await upload('accounts.csv', head + ann())
    const id = idOf(await staff.post(startImport.path, { files: ['accounts.csv'], asOf: '2026-01-30' }))
    await upload('accounts.csv', head + bob())
    const second = await staff.post(startImport.path, { files: ['accounts.csv'], asOf: '2026-01-30' })
    expect([second.statusCode, (await page()).inbox.length]).toEqual([409, 1])
    const other = await portal.database.pool.connect()
    await other.query('select pg_advisory_lock($1)', [7_001_003])
    expect(await working()).toBe(0)
    expect((await page()).job).toMatchObject({ id, state: 'CHECKING' })
    await other.query('select pg_advisory_unlock($1)', [7_001_003])
    other.release()
    await working()
    expect((await page()).job).toMatchObject({ id, state: 'CHECKED' })
  })

  test('that ends its process again and again is given up', async () => {
    await upload('accounts.csv', head + ann())
    await staff.post(startImport.path, { files: ['accounts.csv'], asOf: '2026-01-30' })
    await sql('update cis.import_job set tries = 3')
    await working()
    expect((await page()).job).toMatchObject({ state: 'FAILED', reason: 'It was interrupted 3 times' })
  })
})

describe('going live', () => {
  test('is recorded with who did it, in the history and in the audit log', async () => {
    const id = await checked(ann())
    expect((await staff.post(to(goLiveWithImport, id), { accounts: 1, total: '45.10' })).statusCode).toBe(200)
    expect(await audited()).toEqual({ action: 'import-live', subject: 'accounts.csv' })
    await working()
    expect(await balances()).toEqual(['1000000001 4510'])
    expect((await page()).job).toMatchObject({ state: 'LIVE', decidedBy: expect.any(String) })
    const [run] = await runs()
    expect(run).toMatchObject({ outcome: 'imported', isLive: true, accounts: 1, by: expect.any(String) })
    expect((await staff.post(to(goLiveWithImport, id), {})).statusCode).toBe(409)
  })

  test.each([
    ['other accounts in the register', { accounts: 2 }, 'register-differs'],
    ['another total in the register', { total: '45.11' }, 'register-differs'],
  ] as const)('with %s is refused', async (_, body, problem) => {
    const id = await checked(ann())
    const reply = await staff.post(to(goLiveWithImport, id), body)
    expect(reply.json<{ title: string }>().title).toBe(goLiveWithImport.problems[problem].title)
    expect((await page()).job?.state).toBe('CHECKED')
  })

  test('with far fewer accounts or another total asks first', async () => {
    await live(ann() + bob())
    const id = await checked(ann('400.00') + bob(), '2026-01-31')
    expect((await staff.post(to(goLiveWithImport, id), {})).json()).toMatchObject({
      title: goLiveWithImport.problems['import-unusual'].title,
    })
    expect((await staff.post(to(goLiveWithImport, id), { evenSo: true })).statusCode).toBe(200)
  })

  test('is refused when other balances have gone live since the dry run', async () => {
    await live(ann())
    const id = await checked(ann('45.11'), '2026-01-31')
    await sql(`update cis.import_run set run_id = 'another' where is_live`)
    expect((await staff.post(to(goLiveWithImport, id), {})).json()).toMatchObject({
      title: goLiveWithImport.problems['live-data-changed'].title,
    })
  })

  test('takes exactly what was checked: a file that was changed since is rejected', async () => {
    const id = await checked(ann())
    await staff.post(to(goLiveWithImport, id), {})
    await sql(`update cis.import_job set sha256 = 'another'`)
    await working()
    expect((await page()).job).toMatchObject({ state: 'REFUSED', reason: 'The files are not those that were checked' })
    expect(await balances()).toEqual([])
  })

  test('again after a process that ended when all was live, then it is live once', async () => {
    const id = await checked(ann())
    await staff.post(to(goLiveWithImport, id), {})
    await working()
    const before = (await runs()).length
    await portal.database.pool.query(
      `set session_replication_role = replica; update cis.import_job set state = 'GOING_LIVE', import_id = null; set session_replication_role = default`,
    )
    await working()
    expect((await page()).job?.state).toBe('LIVE')
    expect((await runs()).length).toBe(before)
  })
})

describe('undo', () => {
  test('imports the files of the import before again', async () => {
    await live(ann() + bob())
    await live(ann('45.11') + bob(), '2026-01-31')
    const { undo } = await page()
    expect(undo?.asOf).toBe('2026-01-30')
    expect((await staff.post(to(undoImport, undo?.runId ?? 0), {})).statusCode).toBe(200)
    expect(await audited()).toEqual({ action: 'import-undone', subject: 'accounts.csv' })
    await working()
    expect((await page()).job).toMatchObject({ state: 'LIVE', reason: null })
    expect(await balances()).toEqual(['1000000001 4510', '1000000002 1000'])
    expect((await staff.post(to(undoImport, undo?.runId ?? 0), {})).statusCode).toBe(409)
  })

  test('is not offered where the files before came by portal import', async () => {
    await live(ann())
    await live(ann('45.11'), '2026-01-31')
    await sql('update cis.import_job set import_id = null where id = (select min(id) from cis.import_job)')
    expect((await page()).undo).toBeNull()
  })
})

test('without a folder for billing files, the page says so', async () => {
  Object.assign(portal.deps.config, { BILLING_FOLDER: undefined })
  expect(await page()).toEqual({ isSetUp: false, inbox: [], job: null, undo: null })
  expect((await upload('accounts.csv', 'x')).statusCode).toBe(409)
})
