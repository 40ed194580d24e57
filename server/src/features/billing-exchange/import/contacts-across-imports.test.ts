import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import type { BillingSystem } from '../../../adapters/billing-system/port.ts'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, type TestTemplate, createTestTemplate } from '../../../database/testing/database.ts'
import { extractLine } from '../format/lines.ts'
import { accountRecords, extractText } from '../format/testing/extract.ts'
import { importExtract } from './import-extract.ts'

const person = PersonId.parse('1000000001')

let template: TestTemplate
let database: TestDatabase
let billing: BillingSystem
let folder: string

/** Given the extract of day 1, and then a change of the e-mail address and another of the phone. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'))
  template = await createTestTemplate(async (filled) => {
    use(filled)
    await importing(1)
    await changing({ emailAddress: 'new@example.com' })
    await changing({ phones: [{ action: 'update', type: 'MOBILE', sequence: 1, number: '671-555-0199' }] })
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

/** Imports the extract of one night. `made` is the last change that the billing system says it has made. */
async function importing(day: number, made: string | null = null, force = false) {
  const characteristic = extractLine('0024', [person, 'CMWEBCHG', '2026-02-02', null, made])
  const head = { runId: `DAY-${day}`, extractedAt: `2026-02-0${day}T12:00:00.000Z` }
  const file = join(folder, 'extract')
  await writeFile(file, extractText([...accountRecords(person), ...(made ? [characteristic] : [])], head))
  const report = await importExtract({
    databaseUrl: database.url,
    file,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    clock: systemClock,
    force,
  })
  expect(report.outcome).toBe('imported')
  return report.contacts
}

const changing = async (what: {
  changedAt?: Instant
  emailAddress?: string
  phones?: Parameters<BillingSystem['changeContact']>[0]['phones']
}) =>
  await billing.changeContact({
    changeKey: randomUUID(),
    personId: person,
    changedAt: Instant.parse('2026-02-01T20:00:00.000Z'),
    changeDate: CalendarDate.parse('2026-02-02'),
    phones: [],
    ...what,
  })
async function reached() {
  const found = await billing.findPerson(person)
  return [found?.emailAddress, found?.phones[0]?.number]
}
/** The number of the first change is its second; the other one was made in the same second. */
const [first, second] = ['1769976000', '1769976001']
const [imported, changed] = [
  ['maria@example.com', '671-555-0101'],
  ['new@example.com', '671-555-0199'],
]

describe('a contact change made in the portal', () => {
  test('survives an extract that does not contain it', async () => {
    expect(await importing(2)).toEqual({ contained: 0, open: 2 })
    expect(await reached()).toEqual(changed)
  })

  test('is contained, with all before it, once the extract names it; then the values of the extract count', async () => {
    expect(await importing(2, second)).toEqual({ contained: 2, open: 0 })
    expect(await reached()).toEqual(imported)
  })

  test('is not contained when the extract names one before it', async () => {
    expect(await importing(2, first)).toEqual({ contained: 1, open: 1 })
    expect(await reached()).toEqual(['maria@example.com', '671-555-0199'])
  })

  test('stays contained when a later extract no longer names it', async () => {
    await importing(2, second)
    expect(await importing(3)).toEqual({ contained: 0, open: 0 })
    expect(await reached()).toEqual(imported)
  })

  test('counts again when an older extract is imported by force', async () => {
    await importing(3, second)
    expect(await importing(2, null, true)).toEqual({ contained: 0, open: 2 })
    expect(await reached()).toEqual(changed)
  })

  test('is not mistaken for one that was lost when the database was restored from a copy', async () => {
    const changes = database.db.selectFrom('cis.contact_change')
    const { lost } = await changes.select(({ fn }) => fn.max('change_number').as('lost')).executeTakeFirstOrThrow()
    await database.pool.query('truncate cis.contact_change restart identity')
    const changedAt = Instant.parse('2026-02-01T20:10:00.000Z')
    await changing({ changedAt, emailAddress: 'first@example.com' })
    await changing({ changedAt, emailAddress: 'second@example.com' })
    expect(await importing(2, String(lost))).toEqual({ contained: 0, open: 2 })
    expect(await reached()).toEqual(['second@example.com', imported[1]])
  })

  test.each(['1', '999999999999', 'all of them'])('is not contained by a number nobody gave: %s', async (made) => {
    expect(await importing(2, made)).toEqual({ contained: 0, open: 2 })
  })
})

test.each([
  ['N/A', 'N/A'],
  ['', null],
])('an account without paper bills is imported: source %j', async (written, source) => {
  const lines = accountRecords(person).map((line) =>
    line.startsWith('0032') ? line.replace('|PER|', `|${written}|`) : line,
  )
  const file = join(folder, 'extract')
  await writeFile(file, extractText(lines, { runId: 'DAY-4', extractedAt: '2026-02-04T12:00:00.000Z' }))
  const report = await importExtract({
    databaseUrl: database.url,
    file,
    division: 'GWA',
    timeZone: 'Pacific/Guam',
    clock: systemClock,
  })
  expect(report).toMatchObject({ outcome: 'imported', skipped: { total: 0 } })
  expect((await billing.findAccount(AccountNumber.parse(person)))?.mailing.source).toBe(source)
})
