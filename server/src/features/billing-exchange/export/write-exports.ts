import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { type Instant, epochOf } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db, Tx } from '../../../database/connect.ts'
import { writeDurably } from './write-durably.ts'

/** What an export reads, and where its file goes. */
export interface ExportOptions {
  db: Db
  clock: Clock
  /** Where the files go; it must exist. */
  folder: string
  /** Writes this export again instead of making a new one. */
  transmitId?: string
}

/** A kind of file for the billing system: where its exports are on record, and how one is made. */
interface ExportKind<Totals> {
  table: 'cis.payment_export' | 'cis.contact_export'
  /** What its files are called before the transmit id. */
  fileName: string
  /**
   * Puts everything that is waiting into a new export of this number, in one statement.
   * @returns false when nothing waits
   */
  fill(tx: Tx, number: number, now: Instant): Promise<boolean>
  /** The file of an export, added up again. @throws Error when the totals are not those of the export */
  contentOf(db: Db, id: number): Promise<{ text: string; totals: Totals }>
}

/** No export has the transmit id that was asked for. */
export class UnknownExport extends Error {}

/** A file that was written, and what it says it holds. */
export type WrittenFile<Totals> = Totals & {
  path: string
  /** The export existed before: its file was asked for again, or writing it had been cut short. */
  isRepeated: boolean
}

/**
 * Writes what waits for the billing system to a new file, after first writing the files that an earlier run could not
 * finish, with their transmit ids and content. So everything is exported exactly once, whenever the process dies.
 * @returns the files written, the oldest first; none when there was nothing to export.
 * @throws UnknownExport; Error when the folder cannot be written, or control totals do not add up.
 */
export async function writeExports<Totals extends { transmitId: string }>(
  options: ExportOptions,
  kind: ExportKind<Totals>,
): Promise<WrittenFile<Totals>[]> {
  const { db, clock, folder, transmitId } = options
  // Before anything is on record as exported. The slash refuses a file in the folder's place.
  await access(`${folder}/`, constants.W_OK)
  const exports = db.selectFrom(kind.table).select('id')
  if (transmitId !== undefined) {
    const known = await exports.where('transmit_id', '=', transmitId).executeTakeFirst()
    if (!known) throw new UnknownExport(`There is no export ${transmitId}.`)
    return [await writeExport(options, kind, { id: known.id, isRepeated: true })]
  }
  const files: WrittenFile<Totals>[] = []
  const unfinished = await exports.where('written_at', 'is', null).orderBy('id').execute()
  for (const { id } of unfinished) files.push(await writeExport(options, kind, { id, isRepeated: true }))
  const made = await db.transaction().execute((tx) => makeExport(tx, kind, clock.now()))
  if (made !== null) files.push(await writeExport(options, kind, { id: made, isRepeated: false }))
  return files
}

/** An arbitrary lock number. Whoever numbers an export holds the lock until the export is in the database. */
const numberingLock = 7_001_004

/**
 * Makes a new export; its transmit id is made of its number. That is the second in which the export is made, and not
 * simply the next number: a database that was restored from a copy would count on from the copy and use a transmit id
 * that the billing system has taken already, for other payments (docs/decisions/030).
 * @returns its number; null when nothing waits.
 */
async function makeExport<Totals>(tx: Tx, kind: ExportKind<Totals>, now: Instant): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(${numberingLock})`.execute(tx)
  const { rows } = await sql<{ number: number }>`
    select greatest(${Math.floor(epochOf(now) / 1000)}::bigint, max(id) + 1) as number from ${sql.table(kind.table)}
  `.execute(tx)
  const [next] = rows
  if (!next) throw new Error('An aggregate answers with one row')
  return (await kind.fill(tx, next.number, now)) ? next.number : null
}

async function writeExport<Totals extends { transmitId: string }>(
  { db, clock, folder }: ExportOptions,
  kind: ExportKind<Totals>,
  { id, isRepeated }: { id: number; isRepeated: boolean },
): Promise<WrittenFile<Totals>> {
  const { text, totals } = await kind.contentOf(db, id)
  const path = join(folder, `${kind.fileName}-${totals.transmitId}.txt`)
  await writeDurably(path, text)
  await db
    .updateTable(kind.table)
    .set({ written_at: clock.now() })
    .where('id', '=', id)
    .where('written_at', 'is', null)
    .execute()
  return { ...totals, path, isRepeated }
}
