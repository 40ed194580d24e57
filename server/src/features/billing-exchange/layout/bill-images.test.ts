import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Instant } from '@portal/contract/dates'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestTemplate } from '../../../database/testing/database.ts'
import { testClock } from '../../../testing/clock.ts'
import { type FilesOptions, importFiles } from './import-files.ts'
import { simpleLayout } from './layout-file.ts'
import { type ZipEntry, zipOf } from './testing/zip.ts'

let database: TestDatabase
let folder: string
const clock = testClock(Instant.parse('2026-07-01T00:00:00.000Z'))
const template = await createTestTemplate(async () => undefined)
beforeEach(async () => {
  database = await template.clone()
  folder = await mkdtemp(join(tmpdir(), 'images-'))
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})
afterAll(async () => await template.drop())

const ann = '1000000001'
const bob = '1000000002'
const accounts = `account,name,zip,balance\n${ann},Ann Lee,96913,45.10\n${bob},Bob Ray,96913,5.00\n`
const bills = (...rows: string[]) => `account,bill_date,due_date,amount,pdf\n${rows.join('\n')}\n`
const two = bills(`${ann},2026-06-24,2026-07-15,45.10,`, `${bob},2026-06-24,2026-07-15,5.00,`)
const pdf = (text: string) => `%PDF-1.7\n${text}`
const anns: ZipEntry = { name: `${ann}_20260624.pdf`, content: pdf('Ann') }
const bobs: ZipEntry = { name: `${bob}_20260624.pdf`, content: pdf('Bob') }

async function importing(zip: Buffer | null, given: Partial<FilesOptions & { bills: string; accounts: string }> = {}) {
  await rm(join(folder, 'images.zip'), { force: true })
  await writeFile(join(folder, 'accounts.csv'), given.accounts ?? accounts)
  await writeFile(join(folder, 'bills.csv'), given.bills ?? two)
  if (zip) await writeFile(join(folder, 'images.zip'), zip)
  return await importFiles({
    databaseUrl: database.url,
    files: [folder],
    layout: simpleLayout,
    asOf: '2026-06-30',
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    waterUnit: 'gallons',
    clock,
    ...given,
  })
}

/** `1000000001 2026-06-24 Ann`, of bills in the data. */
async function images(): Promise<string[]> {
  const { rows } = await database.pool.query<{ image: string }>(
    `select concat_ws(' ', account_id, bill_date, substr(encode(pdf, 'escape'), 10)) as image
     from bill_image left join cis.bill using (bill_id) order by 1`,
  )
  return rows.map(({ image }) => image)
}

test('each image is of the bill that its name says, in folders or not, and of another one where bills.csv says so', async () => {
  const given = bills(`${ann},2026-06-24,2026-07-15,45.10,`, `${bob},2026-06-24,2026-07-15,5.00,B-77.PDF`)
  const zip = zipOf([
    { name: 'June/', content: '' },
    { ...anns, name: `June/${anns.name}` },
    { ...bobs, name: 'June/b-77.pdf' },
  ])
  expect(await importing(zip, { bills: given })).toMatchObject({ outcome: 'imported', notes: [] })
  expect(await images()).toEqual([`${ann} 2026-06-24 Ann`, `${bob} 2026-06-24 Bob`])
})

test('a dry run says the same and stores nothing', async () => {
  const report = await importing(zipOf([anns]), { dryRun: true })
  expect(report).toMatchObject({ outcome: 'verified', notes: ['Bills without an image: 1'] })
  expect(await images()).toEqual([])
})

describe('the next import', () => {
  test('keeps images that are in no zip any more, and takes a corrected one', async () => {
    await importing(zipOf([anns, bobs]))
    const report = await importing(zipOf([{ ...anns, content: pdf('Ann, corrected') }]))
    expect(report).toMatchObject({ outcome: 'imported', notes: [] })
    expect(await images()).toEqual([`${ann} 2026-06-24 Ann, corrected`, `${bob} 2026-06-24 Bob`])
    const earlier = await database.pool.query('select xmin::text from bill_image order by bill_id')
    await importing(zipOf([{ ...anns, content: pdf('Ann, corrected') }, bobs]))
    expect((await database.pool.query('select xmin::text from bill_image order by bill_id')).rows).toEqual(earlier.rows)
  })

  test('without a bill says since when its image is of none, until the bill is back', async () => {
    await importing(zipOf([anns, bobs]))
    const missing = async () =>
      (await database.pool.query<object>('select missing_since from bill_image where missing_since is not null')).rows
    await importing(null, { bills: bills(`${ann},2026-06-24,2026-07-15,45.10,`) })
    expect(await missing()).toEqual([{ missing_since: expect.stringMatching(/^2026-07-01/) }])
    await importing(null)
    expect(await missing()).toEqual([])
  })

  test('with a new holder shows none of the old one’s', async () => {
    await importing(zipOf([anns, bobs]))
    const report = await importing(zipOf([anns]), {
      accounts: accounts.replace('Ann Lee', 'Eve Fox'),
      asOf: '2026-07-01',
    })
    expect(report.notes).toContain('Images without a bill: 1')
    expect(await images()).toEqual([`${bob} 2026-06-24 Bob`, 'Ann'])
  })
})

const large = Buffer.alloc(5 * 1024 * 1024 + 1, Buffer.from('%PDF-').toString())
describe('an image is left out, and the import goes on:', () => {
  test.each<[string, ZipEntry[], string]>([
    ['not a PDF', [{ ...anns, content: '<html>' }], 'Images left out, not a PDF: 1'],
    ['empty', [{ ...anns, content: '' }], 'Images left out, not a PDF: 1'],
    ['damaged', [{ ...anns, isDamaged: true }], 'Images left out, damaged: 1'],
    ['larger than it says', [{ ...anns, declared: 5 }], 'Images left out, damaged: 1'],
    ['smaller than it says', [{ ...anns, declared: 500 }], 'Images left out, damaged: 1'],
    ['twice', [anns, { ...anns, name: `copy/${anns.name}` }], 'Images left out, several of one bill: 2'],
    [
      'of a name that says no bill',
      [{ ...anns, name: 'Lee 10.pdf' }],
      'Images left out, of another name, such as AAA 99.AAA: 1',
    ],
    ['of a bill nobody knows', [{ ...anns, name: '1000000009_20260624.pdf' }], 'Images without a bill: 1'],
    ['of another day', [{ ...anns, name: `${ann}_20260625.pdf` }], 'Images without a bill: 1'],
  ])('%s', async (_, entries, note) => {
    const report = await importing(zipOf([...entries, bobs]))
    expect(report).toMatchObject({ outcome: 'imported', notes: [note, 'Bills without an image: 1'] })
    expect(await images()).toEqual([`${bob} 2026-06-24 Bob`])
  })

  test('larger than 5 MB', async () => {
    const filler = { name: 'x', content: randomBytes(100_000) }
    const report = await importing(zipOf([{ ...anns, content: large }, filler]), { dryRun: true })
    expect(report.notes).toContain('Images left out, larger than 5 MB: 1')
  })
})

const sound = zipOf([anns, bobs])
describe('a zip refuses the whole import:', () => {
  test.each<[string, Buffer, string]>([
    ['with a file outside it', zipOf([{ ...anns, name: '../../etc/passwd' }]), 'has a file outside its folder'],
    ['with a whole path', zipOf([{ ...anns, name: '/etc/passwd' }]), 'has a file outside its folder'],
    ['with a path of Windows', zipOf([{ ...anns, name: String.raw`..\x.pdf` }]), 'has a file outside its folder'],
    [
      'with 50,001 files',
      zipOf(Array.from({ length: 50_001 }, (_, at) => ({ name: `${at}`, content: '' }))),
      'has more than 50,000 files',
    ],
    ['that is a bomb', zipOf([{ ...anns, content: large }]), 'unpacks to more than 100 times its size'],
    ['that says it is a bomb', zipOf([{ ...anns, declared: 0xfffffff0 }]), 'unpacks to more than 100 times its size'],
    ['with a password', zipOf([{ ...anns, isEncrypted: true }]), 'is encrypted'],
    ['cut off', sound.subarray(0, -30), 'is not a zip file, or was cut off'],
    ['cut in front', sound.subarray(20), 'is damaged'],
    ['that is none', Buffer.from('account,name'), 'is not a zip file, or was cut off'],
  ])('%s', async (_, zip, reason) => {
    expect(await importing(zip)).toMatchObject({ outcome: 'refused', reason: `images.zip ${reason}` })
    expect(await images()).toEqual([])
  })
})
