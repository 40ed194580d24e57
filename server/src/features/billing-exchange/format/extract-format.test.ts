import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../database/testing/database.ts'
import { columnsOf } from '../import/staging.ts'
import { billHead, billTreeRecords } from './bill-records.ts'
import { type RecordLayout, header, ledgerTables, lineCount, rowRecords, trailer } from './extract-records.ts'

const records: RecordLayout[] = [header, ...rowRecords, billHead, ...billTreeRecords, lineCount, trailer]

test.each(records)('docs/extract-format.md describes record $type as it is read', async (record) => {
  const text = await readFile(new URL('../../../../../docs/extract-format.md', import.meta.url), 'utf8')
  expect(text).toContain(tableOf(record))
})

test('every column of the ledger is a field of its record, in the same order, unless only billing files have it', async () => {
  const database = await createTestDatabase()
  for (const table of ledgerTables) {
    const found = await database.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'cis' and table_name = $1 order by ordinal_position`,
      [table],
    )
    const ofFiles = ['pin_digest', 'last_payment_digest', 'due_date'].map((name) => `account.${name}`)
    const names = found.rows.map((row) => row.name).filter((name) => !ofFiles.includes(`${table}.${name}`))
    expect(columnsOf(table)).toEqual(names)
  }
  await database.drop()
})

/** How a record stands in the document. */
function tableOf(record: RecordLayout): string {
  const rows = record.fields.map((field) => {
    const sized = ['digits', 'text', 'count'].includes(field.kind) ? `${field.kind} ${field.length}` : field.kind
    const kind = field.codes ? field.codes.join(', ') : sized
    return `| ${field.name} | ${kind} | ${field.required ? '' : 'optional. '}${field.meaning} |`
  })
  return [`### ${record.type} ${record.name}`, '', '| Field | Kind | Meaning |', '|---|---|---|', ...rows, ''].join(
    '\n',
  )
}
