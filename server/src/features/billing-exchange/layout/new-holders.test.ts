import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReplyOf } from '@portal/contract/call'
import { type NewHolder, listNewHolders, undoNewHolder } from '@portal/contract/new-holders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'
import { importFiles } from './import-files.ts'
import { simpleLayout } from './layout-file.ts'

let portal: TestApp
let admin: TestBrowser
let folder: string
let day = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holders-'))
  portal = await testApp()
  admin = await portal.administrator(2)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

/** Given 100 accounts of Family0 to Family99. */
beforeEach(async () => {
  await importing([], { force: true })
  await sql('delete from cis.new_holder')
})

const sql = async (text: string) => (await portal.database.pool.query<Record<string, string>>(text)).rows

/** The first accounts have these holders. */
async function importing(names: readonly string[], options: { force?: boolean; dryRun?: boolean } = {}) {
  const rows = Array.from({ length: 100 }, (_, nth) => {
    const name = names[nth] ?? `Ann Family${String.fromCodePoint(97 + (nth % 26))}`
    return `${1_000_000_001 + nth},${name},96913,10.00,2026-07-15\n`
  })
  await writeFile(join(folder, 'accounts.csv'), `account,name,zip,balance,due_date\n${rows.join('')}`)
  day += 1
  return await importFiles({
    databaseUrl: portal.database.url,
    files: [folder],
    layout: simpleLayout,
    asOf: `2026-0${1 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')}`,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    waterUnit: 'gallons',
    clock: portal.deps.clock,
    ...options,
  })
}

const list = async () => (await admin.get(listNewHolders.path)).json<ReplyOf<typeof listNewHolders>>().holders
const undo = async ({ id }: Pick<NewHolder, 'id'>) =>
  (await admin.post(undoNewHolder.path.replace(':id', String(id)), {})).statusCode
const personOf = async (account: string) =>
  (await sql(`select person_id from cis.account_person where account_id = '${account}'`))[0]?.['person_id']

test('an account that has a new holder is listed with both names and how it was found', async () => {
  expect(await importing(['Bob Ray'])).toMatchObject({ outcome: 'imported', newHolders: 1 })
  expect(await list()).toMatchObject([
    {
      accountId: '1000000001',
      oldName: 'Ann Familya',
      newName: 'Bob Ray',
      foundBy: 'family',
      isSamePerson: false,
    },
  ])
})

test('one who is the same person has the old number again from the next import on', async () => {
  const before = await personOf('1000000001')
  await importing(['Ann Ray'])
  const [holder] = await list()
  expect(await personOf('1000000001')).not.toBe(before)
  expect(holder && (await undo(holder))).toBe(200)
  expect(holder && (await undo(holder))).toBe(409)
  expect(await importing(['Ann Ray'], { force: true })).toMatchObject({ outcome: 'imported', newHolders: 0 })
  expect(await personOf('1000000001')).toBe(before)
  expect(await list()).toMatchObject([{ isSamePerson: true }])
  expect(await sql("select subject from audit_entry where action = 'new-holder-undone'")).toMatchObject([
    { subject: '1000000001' },
  ])
})

test('more than 20 accounts and 3 in 100 are refused without force, as a dry run says', async () => {
  const names = Array.from({ length: 21 }, () => 'Bob Cruz')
  expect(await importing(names, { dryRun: true })).toMatchObject({ outcome: 'refused', newHolders: 21 })
  expect((await importing(names)).reason).toContain('21 of 100 accounts have a new holder')
  expect(await list()).toEqual([])
  expect(await importing(names.slice(1))).toMatchObject({ outcome: 'imported', newHolders: 20 })
})

test('is for levels 1 and 2', async () => {
  const finance = await portal.administrator(3)
  expect((await finance.get(listNewHolders.path)).statusCode).toBe(403)
})
