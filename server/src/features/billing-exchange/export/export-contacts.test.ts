import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CalendarDate, Instant, instantOf } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import { addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import type { ContactChange } from '../../../adapters/billing-system/port-people.ts'
import { systemClock } from '../../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { verifyContactFile } from '../format/contact-file.ts'
import { exportContacts } from './export-contacts.ts'
import type { ExportOptions } from './write-exports.ts'

const maria = PersonId.parse('1000000001')

/** Exports are numbered by the second they are made in, or after the last one. */
const firstSecond = { ...systemClock, now: () => instantOf(1_000) }

let database: TestDatabase
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contacts-'))
  database = await createTestDatabase()
  await addTestAccount(database.db, { account: maria })
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const exporting = async (options: Partial<ExportOptions> = {}) =>
  await exportContacts({ db: database.db, clock: firstSecond, folder, ...options })
const fileOf = async (transmitId: string) => await readFile(join(folder, `contacts-${transmitId}.txt`), 'utf8')

async function changing(what: Omit<Partial<ContactChange>, 'personId'>): Promise<void> {
  await ledgerBilling(database.db, 'GWA').changeContact({
    changeKey: randomUUID(),
    personId: maria,
    changedAt: Instant.parse('2026-02-01T20:00:00.000Z'),
    changeDate: CalendarDate.parse('2026-02-02'),
    phones: [],
    ...what,
  })
}

describe('a contact file', () => {
  test('has a control line, then changes with their own lines, each with its total', async () => {
    await changing({
      emailAddress: 'new|odd@example.com',
      address: { address1: 'PO Box 7', address2: null, city: 'Yona', state: 'GU', postal: '96915', country: 'USA' },
    })
    await changing({
      phones: [
        { action: 'add', type: 'HOME-PHONE', number: '671-555-0101' },
        { action: 'update', type: 'MOBILE', sequence: 2, number: '671-555-0102' },
        { action: 'delete', type: 'BUSN-PHONE', sequence: 3 },
      ],
    })
    const [file] = await exporting()
    expect(file).toMatchObject({
      transmitId: 'CONTACT-0000000001',
      changes: 2,
      hashTotal: 3539952001,
      isRepeated: false,
    })
    const lines = (await fileOf('CONTACT-0000000001')).replace(/\d{4}-\d\d-\d\dT[^|]*Z/, 'NOW').split('\n')
    expect(lines).toEqual([
      'CTL|PORTAL|CONTACT-0000000001|NOW|2|7|3539952001',
      'CHG|PORTAL|CONTACT-0000000001|1769976000|1000000001|2026-02-01T20:00:00.000Z|2026-02-02|2',
      'EML|new\\podd@example.com',
      'ADR|PO Box 7||Yona|GU|96915|USA',
      'CHG|PORTAL|CONTACT-0000000001|1769976001|1000000001|2026-02-01T20:00:00.000Z|2026-02-02|3',
      'PHN|A|HOME-PHONE||671-555-0101',
      'PHN|U|MOBILE|2|671-555-0102',
      'PHN|D|BUSN-PHONE|3|',
      '',
    ])
  })

  test('has each change once, and is the same to the byte when it is requested again', async () => {
    await changing({ emailAddress: 'first@example.com' })
    await exporting()
    const before = await fileOf('CONTACT-0000000001')
    await changing({ emailAddress: 'second@example.com' })
    const [second] = await exporting()
    expect(second).toMatchObject({ transmitId: 'CONTACT-0000000002', changes: 1, hashTotal: 1769976001 })
    expect(await exporting()).toEqual([])
    await rm(join(folder, 'contacts-CONTACT-0000000001.txt'))
    expect(await exporting({ transmitId: 'CONTACT-0000000001' })).toMatchObject([{ isRepeated: true }])
    expect(await fileOf('CONTACT-0000000001')).toBe(before)
  })

  test('whose writing was interrupted is written by the next export', async () => {
    const inTheWay = join(folder, 'contacts-CONTACT-0000000001.txt')
    await mkdir(inTheWay)
    await changing({ emailAddress: 'first@example.com' })
    await expect(exporting()).rejects.toThrow('EISDIR')
    await rmdir(inTheWay)
    expect(await exporting()).toMatchObject([{ transmitId: 'CONTACT-0000000001', isRepeated: true }])
  })

  test('made twice at the same moment has each change once', async () => {
    for (let n = 0; n < 20; n += 1) await changing({ emailAddress: `n${n}@example.com` })
    const files = (await Promise.all([exporting(), exporting()])).flat()
    const numbers = new Map(files.map((file) => [file.transmitId, file.changes]))
    expect([...numbers.values()].reduce((sum, count) => sum + count, 0)).toBe(20)
    expect((await readdir(folder)).length).toBe(numbers.size)
  })

  test('leaves out a change that an import already contains', async () => {
    await changing({ emailAddress: 'first@example.com' })
    await changing({ emailAddress: 'second@example.com' })
    await database.pool.query(`
      with run as (
        insert into cis.import_run (run_id, division, as_of, extracted_at, started_at, finished_at, outcome,
          rows_loaded, quarantined, is_live)
        values ('RUN-1', 'GWA', '2026-02-01', now(), now(), now(), 'imported', '{}', 0, true) returning id)
      update cis.contact_change set contained_in_import = run.id from run where change_number = 1769976000`)
    expect(await exporting()).toMatchObject([{ changes: 1, hashTotal: 1769976001 }])
  })

  test('whose changes have changed is not written again', async () => {
    await changing({ emailAddress: 'first@example.com' })
    await exporting()
    await database.pool.query('delete from cis.contact_change')
    await expect(exporting({ transmitId: 'CONTACT-0000000001' })).rejects.toThrow(
      'The changes of export CONTACT-0000000001 are not those it was made of',
    )
  })

  test('with an unknown transmit id is refused', async () => {
    await expect(exporting({ transmitId: 'CONTACT-9' })).rejects.toThrow('Export CONTACT-9 not found.')
  })
})

describe('control totals', () => {
  const change = 'CHG|PORTAL|CONTACT-1|7|1000000001|2026-02-01T20:00:00.000Z|2026-02-02|1\nEML|a@example.com\n'
  test.each([
    ['no control line', change, 'does not begin'],
    ['a cut end', `CTL|PORTAL|CONTACT-1|NOW|1|2|7\n${change.trimEnd()}`, 'does not end'],
    ['a missing change', 'CTL|PORTAL|CONTACT-1|NOW|1|2|7\n', 'control totals of the contact file'],
    ['another change number', `CTL|PORTAL|CONTACT-1|NOW|1|2|8\n${change}`, 'control totals of the contact file'],
    ['a missing line', `CTL|PORTAL|CONTACT-1|NOW|1|2|7\n${change.replace('|1\n', '|2\n')}`, 'total of change 7'],
    ['another number of lines', `CTL|PORTAL|CONTACT-1|NOW|1|3|7\n${change}`, 'control totals of the contact file'],
    ['a line of another kind', `CTL|PORTAL|CONTACT-1|NOW|1|2|7\n${change.replace('EML', 'XYZ')}`, 'outside a change'],
    ['a line outside', 'CTL|PORTAL|CONTACT-1|NOW|1|2|7\nEML|a@example.com\n', 'outside a change'],
  ])('given %s, the file is refused', (_, text, reason) => {
    expect(() => verifyContactFile(text)).toThrow(reason)
  })

  test('given an unchanged file, they are right', () => {
    expect(verifyContactFile(`CTL|PORTAL|CONTACT-1|NOW|1|2|7\n${change}`)).toMatchObject({ changes: 1, hashTotal: 7 })
  })
})
