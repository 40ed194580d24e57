import { createTestDatabase, type TestDatabase } from '@portal/server/database/testing/database.ts'
import { limits } from '@portal/server/foundation/rate-limits/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFolder } from './read-revision.ts'

/** Grow with the extract, with what staff do, with what the gateway reports, or with time: no call of a visitor adds a row. */
const grownByOthers = [
  'cis.account cis.account_person cis.bill cis.financial_transaction cis.person cis.person_characteristic cis.phone',
  'cis.premise cis.service_agreement cis.import_quarantine cis.import_run cis.contact_export cis.payment_export',
  'admin_user admin_recovery_code admin_touch announcement announcement_image broadcast maintenance_switch',
  'backup_report told_trouble give_back_request hand_resolution security_question survey_question survey_possible_answer',
  'gateway_event gateway_catch_up dispute discrepancy payout payout_item reconciliation_run finance_summary',
  'autopay_hour autopay_words notification_pace notification_run notification_scan migration',
].flatMap((line) => line.split(' '))

const document = readFolder().get('docs/operations.md') ?? ''
const [, section = ''] = /## What callers can make grow\n([^]*?)\n## /.exec(document) ?? []
const rows = [...section.matchAll(/^\| (`[^|]*) \|([^|]*)\|$/gm)].map(([, tables = '', bound = '']) => ({
  tables: namesIn(tables),
  bound: bound.trim(),
}))

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

describe('the list of what callers can make grow (docs/operations.md)', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('has every table of the schema, or the list here of those that they cannot grow', async () => {
    const { rows: tables } = await database.pool.query<{ name: string }>(`
      select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`)
    const listed = [...rows.flatMap((row) => row.tables), ...grownByOthers]
    expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  test('has a bound for each, by limits that there are', () => {
    expect(rows.filter(({ bound }) => bound === '')).toEqual([])
    const named = rows.flatMap(({ bound }) => namesIn(bound))
    expect(named.filter((name) => !Object.hasOwn(limits, name))).toEqual([])
  })
})
