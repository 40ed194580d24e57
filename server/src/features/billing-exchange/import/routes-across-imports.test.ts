import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import type { BillRoute } from '@portal/contract/paperless'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import { systemClock } from '../../../clock.ts'
import { exportContacts } from '../export/export-contacts.ts'
import { extractLine } from '../format/lines.ts'
import { accountRecords, extractText } from '../format/testing/extract.ts'
import { type TestImport, testImport } from './testing/import.ts'

const account = AccountNumber.parse('1000000001')
const person = PersonId.parse('1000000001')
let ledger: TestImport
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'routes-'))
  ledger = await testImport()
})
afterEach(async () => {
  await ledger.drop()
  await rm(folder, { recursive: true })
})

const billing = () => ledgerBilling(ledger.database.db, 'GWA')
const routes = async () => (await billing().billRoutes([person])).map(({ route, asked }) => [route, asked])

/** `route` undefined: the line ends before that field, as in older extracts. */
async function night(day: number, route?: BillRoute | '', made: string | null = null, force = false) {
  const head = { runId: `DAY-${day}`, extractedAt: `2026-02-0${day}T12:00:00.000Z` }
  const lines = accountRecords(account).map((line) =>
    line.startsWith('0032') && route !== undefined ? `${line}|${route}` : line,
  )
  const characteristic = extractLine('0024', [person, 'CMWEBCHG', '2026-02-02', null, made])
  const text = extractText([...lines, ...(made ? [characteristic] : [])], head)
  expect(await ledger.importing(text, { force })).toMatchObject({ outcome: 'imported', skipped: { total: 0 } })
}

async function asking(...given: BillRoute[]): Promise<void> {
  for (const route of given)
    await billing().changeContact({
      changeKey: randomUUID(),
      personId: person,
      changedAt: Instant.parse('2026-02-01T20:00:00.000Z'),
      changeDate: CalendarDate.parse('2026-02-02'),
      phones: [],
      billRoutes: [{ accountId: account, route }],
    })
}

/** What the contact file tells the billing system: the last route, and the number of the last change. */
async function exported(): Promise<{ route: string | undefined; made: string | undefined }> {
  const [file] = await exportContacts({ db: ledger.database.db, clock: systemClock, folder })
  const lines = (await readFile(file?.path ?? '', 'utf8')).split('\n')
  const last = (type: string) => lines.findLast((line) => line.startsWith(type))?.split('|')
  expect(last('RTE')?.[1]).toBe(account)
  return { route: last('RTE')?.[2], made: last('CHG')?.[3] }
}

test.each([
  ['without the field', undefined, null],
  ['with an empty field', '', null],
  ['by mail', 'POSTAL', 'POSTAL'],
  ['by email', 'EMAIL', 'EMAIL'],
] as const)('an extract %s is imported', async (_, written, route) => {
  await night(1, written)
  expect(await routes()).toEqual([[route, null]])
})

test('a route asked for here goes to the billing system and comes back with the next extract', async () => {
  await night(1, 'POSTAL')
  await asking('EMAIL')
  expect(await routes()).toEqual([['POSTAL', 'EMAIL']])
  const { route, made } = await exported()
  expect(route).toBe('EMAIL')
  await night(2, 'POSTAL')
  expect(await routes()).toEqual([['POSTAL', 'EMAIL']])
  await night(3, 'EMAIL', made)
  expect(await routes()).toEqual([['EMAIL', null]])
})

test('of several changes before a file, the last one counts here and there', async () => {
  await night(1, 'POSTAL')
  await asking('EMAIL', 'POSTAL', 'EMAIL', 'POSTAL')
  expect(await routes()).toEqual([['POSTAL', 'POSTAL']])
  const { route, made } = await exported()
  expect(route).toBe('POSTAL')
  await night(2, 'POSTAL', made)
  expect(await routes()).toEqual([['POSTAL', null]])
})

test('an older extract imported by force lacks the change again', async () => {
  await night(1, 'POSTAL')
  await asking('EMAIL')
  const { made } = await exported()
  await night(3, 'EMAIL', made)
  await night(2, 'POSTAL', null, true)
  expect(await routes()).toEqual([['POSTAL', 'EMAIL']])
})

test('an account without a mailing address gets no paper (C§4)', async () => {
  const lines = accountRecords(account).map((line) => (line.startsWith('0032') ? line.replace('|PER|', '|N/A|') : line))
  await ledger.importing(extractText(lines))
  expect(await routes()).toEqual([['EMAIL', null]])
})
