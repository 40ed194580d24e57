import { readFileSync, readdirSync } from 'node:fs'
import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { EnrollmentHandle } from '@portal/contract/sign-up-payload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEnrollment } from '../features/sign-up/enrollments.ts'
import { leaseChanges } from '../foundation/contact-changes/delivery.ts'
import { leaseReversals } from '../payments/records/reversals.ts'
import { type TestDatabase, createTestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = Instant.parse('2026-06-01T02:00:00.000Z')
const handle = EnrollmentHandle.parse('5f0e6f4e-7f0d-4d6f-9c39-1f2d4a1a9f10')
const personId = PersonId.parse('1000000001')

test('a process that prepared its statements before a migration added a column can still read', async () => {
  const { db } = database
  const read = async () => [
    await leaseReversals(db, 'gge4', now, now, 1),
    await leaseChanges(db, { now, leaseUntil: now, most: 1, personId }),
    await findEnrollment(db, 1, handle, now),
  ]
  expect(await read()).toEqual([[], [], null])
  for (const table of ['reversal', 'contact_outbox', 'enrolment']) {
    await database.pool.query(`alter table ${table} add column remark text`)
  }
  expect(await read()).toEqual([[], [], null])
})

/** Run only by commands, which end before the next migration. */
const commands = ['billing-exchange/export/']

test('no process that keeps running reads all columns of a table with an asterisk', () => {
  const folder = new URL('../', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/[.]test[.]|\btesting\b/.test(file))
    .filter((file) => !commands.some((command) => file.includes(command)))
  const reads = (file: string): boolean =>
    /\.(selectAll|returningAll)\(|\breturning (\w+\.)*\*/.test(readFileSync(new URL(file, folder), 'utf8'))
  expect(files).toContain('features/sign-up/enrollments.ts')
  expect(files.filter(reads)).toEqual([])
})
