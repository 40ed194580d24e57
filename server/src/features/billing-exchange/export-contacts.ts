import { join } from 'node:path'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newExportNumber } from './export-number.ts'
import { contactFile } from './contact-file.ts'
import { type ContactFileTotals, verifyContactFile } from './verify-contact-file.ts'
import { writeDurably } from './write-durably.ts'

export interface ContactExportOptions {
  db: Db
  clock: Clock
  /** Where the files go; it must exist. */
  folder: string
  /** Writes this export again instead of making a new one. */
  transmitId?: string
}

/** A file that was written. */
export interface ExportedContacts extends ContactFileTotals {
  path: string
  /** It had been made before: it was asked for again, or its writing had been cut short. */
  isRepeated: boolean
}

/**
 * Writes the contact changes since the last export to a file for the billing system (docs/extract-format.md). One
 * statement puts a change into one export, as with payments. A file that could not be written is written by the next
 * run, with the same transmit id and content.
 * @returns the files written, the oldest first; none when there was nothing to export.
 * @throws Error when a transmit id is unknown, the folder cannot be written, or control totals do not add up.
 */
export async function exportContacts(options: ContactExportOptions): Promise<ExportedContacts[]> {
  const { db, transmitId } = options
  const exports = db.selectFrom('cis.contact_export').select('id')
  if (transmitId !== undefined) {
    const known = await exports.where('transmit_id', '=', transmitId).executeTakeFirst()
    if (!known) throw new Error(`There is no export ${transmitId}`)
    return [await writeExport(options, known.id, true)]
  }
  const files: ExportedContacts[] = []
  const unfinished = await exports.where('written_at', 'is', null).orderBy('id').execute()
  for (const { id } of unfinished) files.push(await writeExport(options, id, true))
  const made = await makeExport(options)
  if (made !== null) files.push(await writeExport(options, made, false))
  return files
}

/** Puts every change that waits into a new export. Answers its id, or null when none waits. */
async function makeExport({ db, clock }: ContactExportOptions): Promise<number | null> {
  return await db.transaction().execute((tx) => fillExport(tx, clock.now()))
}

async function fillExport(tx: Tx, now: Instant): Promise<number | null> {
  const number = await newExportNumber(tx, 'cis.contact_export', now)
  const made = await sql<{ id: number }>`
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
  return made.rows[0]?.id ?? null
}

async function writeExport(options: ContactExportOptions, id: number, isRepeated: boolean): Promise<ExportedContacts> {
  const { db, clock, folder } = options
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
  const path = join(folder, `contacts-${made.transmit_id}.txt`)
  await writeDurably(path, text)
  await db
    .updateTable('cis.contact_export')
    .set({ written_at: clock.now() })
    .where('id', '=', id)
    .where('written_at', 'is', null)
    .execute()
  return { ...totals, path, isRepeated }
}
