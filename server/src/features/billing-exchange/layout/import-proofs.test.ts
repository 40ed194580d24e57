import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountNumber } from '@portal/contract/ids'
import { AccountToFind } from '@portal/contract/pay-now'
import { type ProofFieldName, type ProofPolicy, setProof } from '@portal/contract/proof'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, createTestTemplate } from '../../../database/testing/database.ts'
import { findProvable, isProven } from '../../../foundation/proof.ts'
import { accountRecords, extractText } from '../format/testing/extract.ts'
import { importExtract } from '../import/import-extract.ts'
import { warningOf } from '../import/measure-proofs.ts'
import { type FilesOptions, importFiles } from './import-files.ts'
import { simpleLayout } from './layout-file.ts'

const secret = 'a secret of at least 32 characters'
const proof = (policy: Partial<ProofPolicy>) =>
  ({ policy: { payNow: ['zip'], registration: ['zip'], ...policy }, secret }) as const

let database: TestDatabase
let folder: string
const template = await createTestTemplate(async () => undefined)
beforeEach(async () => {
  database = await template.clone()
  folder = await mkdtemp(join(tmpdir(), 'proofs-'))
})
afterEach(async () => {
  setProof()
  await database.drop()
  await rm(folder, { recursive: true })
})
afterAll(async () => await template.drop())

async function importing(lines: readonly string[], options: Partial<FilesOptions> = {}) {
  const head = 'account,name,zip,balance,due_date,bill_date,service_address,pin,last_payment,last_payment_date'
  await writeFile(join(folder, 'accounts.csv'), [head, ...lines, ''].join('\n'))
  const { url: databaseUrl } = database
  const about = { databaseUrl, division: 'GWA', timeZone: 'Pacific/Guam', clock: systemClock }
  return await importFiles({
    ...about,
    waterUnit: 'gallons',
    files: [folder],
    layout: simpleLayout,
    asOf: '2026-06-30',
    ...options,
  })
}

const account = '1000000001'
const ann = `${account},"De La Cruz, Ann",96913,45.10,2026-07-15,2026-06-24,12 Water Lane,ab-12,-50.00,2026-06-01`
/** As many accounts as asked, with the PIN that a number has. */
const many = (count: number, pinOf: (nth: number) => string) =>
  Array.from(
    { length: count },
    (_, nth) => `${2_000_000_000 + nth},Ann ${nth},969${10 + nth},1.00,2026-07-15,,,${pinOf(nth)},,`,
  )

describe('given billing files', () => {
  test.each<[ProofPolicy['payNow'], Partial<Record<ProofFieldName, string>>, object]>([
    [['pin'], { pin: 'AB12' }, { pin: 'AB13' }],
    [['lastPayment'], { lastPaymentAmount: '50', lastPaymentDate: '6/1/2026' }, { lastPaymentDate: '6/2/2026' }],
    [['lastBillAmount'], { lastBillAmount: '45.10' }, { lastBillAmount: '45.11' }],
    [['houseNumber', 'lastName'], { houseNumber: '12', lastName: 'de la cruz' }, { houseNumber: '13' }],
  ])('%j proves an account after the import', async (payNow, right, wrong) => {
    const named = proof({ payNow })
    expect(await importing([ann], { proof: named })).toMatchObject({ outcome: 'imported' })
    setProof(named.policy)
    const deps = { billing: ledgerBilling(database.db, 'GWA'), config: { LINK_SECRET: secret } }
    const found = await findProvable(deps, 'payNow', AccountNumber.parse(account))
    const proves = (typed: object) =>
      found && isProven(deps, 'payNow', found, AccountToFind.parse({ accountId: account, ...typed }))
    expect([proves(right), proves({ ...right, ...wrong })]).toEqual([true, false])
  })

  test('only digests of secrets are kept, which differ between accounts', async () => {
    const bob = '1000000002,Bob Ray,96914,1.00,2026-07-15,,,AB12,50.00,2026-06-01'
    await importing([ann, bob], { proof: proof({ payNow: ['pin', 'lastPayment'] }) })
    const { rows } = await database.pool.query<Record<string, Buffer>>(
      'select pin_digest, last_payment_digest from cis.account',
    )
    const kept = rows.flatMap((row) => Object.values(row).map((digest) => digest.toString('hex')))
    expect(new Set(kept).size).toBe(4)
  })

  test('a secret that the profile does not ask for is not read, not even for faults', async () => {
    const report = await importing([ann.replace('ab-12', '!').replace('-50.00', 'none')])
    expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 0 } })
    const { rows } = await database.pool.query(
      'select from cis.account where num_nonnulls(pin_digest, last_payment_digest) > 0',
    )
    expect(rows).toEqual([])
  })

  test('a PIN that is none leaves its row out, and zeros alone are no PIN', async () => {
    const named = { proof: proof({ payNow: ['pin'] }), maxSkipped: 100 }
    const report = await importing(
      [ann.replace('ab-12', '12!4'), ...many(2, (nth) => ['0000', '4711'][nth] ?? '')],
      named,
    )
    expect(report.skipped.reasons).toEqual([
      { recordType: 'accounts', reason: 'pin is not 4 to 20 letters and digits', count: 1 },
    ])
    expect(report.proofs[0]).toEqual({
      purpose: 'payNow',
      proofs: ['pin'],
      accounts: 2,
      empty: 1,
      answers: 1,
      commonest: 1,
    })
  })

  test('given another proof or secret in the profile, the same files are imported again', async () => {
    await importing([ann])
    expect(await importing([ann])).toMatchObject({ outcome: 'already-imported' })
    const named = proof({ payNow: ['pin'] })
    expect(await importing([ann], { proof: named })).toMatchObject({ outcome: 'imported' })
    expect(await importing([ann], { proof: { ...named, secret: `${secret}!` } })).toMatchObject({ outcome: 'imported' })
  })
})

describe('given what the profile asks to register', () => {
  const registration: ProofPolicy['registration'] = ['pin']

  test.each([true, false])(
    'an answer of more than 1 account in 50 is refused, forced or not (dry run: %s)',
    async (dryRun) => {
      const lines = many(99, (nth) => (nth < 2 ? '1111' : String(5000 + nth)))
      const report = await importing(lines, { proof: proof({ registration }), dryRun, force: true })
      expect(report.outcome).toBe('refused')
      expect(report.reason).toContain('The commonest answer to pin registers 2 of 99 accounts, more than 1 in 50.')
      expect(report.proofs.at(-1)).toMatchObject({ purpose: 'registration', commonest: 2, answers: 98 })
    },
  )

  test.each([
    ['1 account in 50', many(100, (nth) => (nth < 2 ? '1111' : String(5000 + nth)))],
    ['a few accounts, each with its own', many(3, (nth) => String(5000 + nth))],
  ])('an answer of %s is taken', async (_, lines) => {
    expect(await importing(lines, { proof: proof({ registration }) })).toMatchObject({ outcome: 'imported' })
  })

  test('two proofs that tell accounts apart together are taken, and each is measured, too', async () => {
    const lines = many(60, (nth) => String(1000 + (nth % 2))).map((line, nth) =>
      line.replace(/969\d+/, String(10_000 + (nth >> 1))),
    )
    const report = await importing(lines, { proof: proof({ registration: ['zip', 'pin'] }) })
    expect(report.outcome).toBe('imported')
    expect(report.proofs.filter(({ purpose }) => purpose === 'registration')).toMatchObject([
      { proofs: ['zip', 'pin'], answers: 60, commonest: 1 },
      { proofs: ['zip'], answers: 30, commonest: 2 },
      { proofs: ['pin'], answers: 2, commonest: 30 },
    ])
  })

  test('one that no account has is refused', async () => {
    const report = await importing(
      many(3, () => ''),
      { proof: proof({ registration }) },
    )
    expect(report.reason).toBe('No account has pin, which the profile asks for (proof.registration)')
  })
})

test('given no proof in the profile, a town of one zip code is imported with a warning for Pay Now', async () => {
  const lines = many(10, () => '').map((line) => line.replace(/969\d+/, '96913'))
  const report = await importing(lines)
  expect(report.outcome).toBe('imported')
  expect(report.proofs).toMatchObject([
    { purpose: 'payNow', proofs: ['zip'], accounts: 10, empty: 0, answers: 1, commonest: 10 },
    { purpose: 'registration', proofs: ['zip'] },
  ])
  expect(report.proofs.map(warningOf)).toEqual([expect.stringContaining('zip alone tells few accounts apart'), null])
})

test('given an extract, the last bill and the last payment come from its own records', async () => {
  const file = join(folder, 'extract')
  await writeFile(file, extractText(accountRecords(account)))
  const about = { databaseUrl: database.url, division: 'GWA', timeZone: 'Pacific/Guam', clock: systemClock, file }
  const named = proof({ payNow: ['lastBillAmount'], registration: ['lastBillAmount', 'lastName'] })
  const report = await importExtract({ ...about, proof: named, dryRun: true })
  expect(report).toMatchObject({ outcome: 'verified', proofs: [{ answers: 1, empty: 0, commonest: 1 }, {}, {}, {}] })
  const byPayment = proof({ payNow: ['lastPayment', 'houseNumber'] })
  expect((await importExtract({ ...about, proof: byPayment, dryRun: true })).reason).toMatch(
    /^No account has lastPayment/,
  )
})
