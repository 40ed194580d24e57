import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../database/connect.ts'
import { type ContactFileTotals, contactFile, verifyContactFile } from '../format/contact-file.ts'
import { type ExportOptions, type ExportedFile, type WrittenFile, writeExports } from './write-exports.ts'

/** Contact changes since the last export (docs/extract-format.md). @throws as `writeExports` does */
export async function exportContacts(options: ExportOptions): Promise<WrittenFile<ContactFileTotals>[]> {
  return await writeExports(options, { table: 'cis.contact_export', fill, contentOf })
}

async function fill(tx: Tx, number: number, now: Instant): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select change_key from cis.contact_change
      where export_id is null and contained_in_import is null
      for update skip locked),
    made as (
      insert into cis.contact_export (id, created_at, change_count) overriding system value
      select ${number}, ${now}::timestamptz, count(*) from chosen having count(*) > 0
      returning id),
    moved as (
      update cis.contact_change set export_id = made.id
      from made, chosen where contact_change.change_key = chosen.change_key)
    select id from made`.execute(tx)
  return rows.map(({ id }) => id)
}

async function contentOf(db: Db, id: number): Promise<ExportedFile<ContactFileTotals>> {
  const made = await db.selectFrom('cis.contact_export').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const changes = await db
    .selectFrom('cis.contact_change')
    .select(['change_number as changeNumber', 'person_id as personId'])
    .select(['changed_at as changedAt', 'change_date as changeDate', 'detail'])
    .where('export_id', '=', id)
    .orderBy('change_number')
    .execute()
  const text = contactFile(made.transmit_id, made.created_at, changes)
  const totals = verifyContactFile(text)
  if (totals.changes !== made.change_count)
    throw new Error(`The changes of export ${made.transmit_id} are not those it was made of`)
  return { name: `contacts-${made.transmit_id}.txt`, text, totals }
}
