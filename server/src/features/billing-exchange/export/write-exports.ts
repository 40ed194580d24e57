import { randomUUID } from 'node:crypto'
import { access, constants, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Instant, epochOf } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db, Tx } from '../../../database/connect.ts'

/** What an export needs: its source and the folder for its file. */
export interface ExportOptions {
  db: Db
  clock: Clock
  /** The folder for the files, which must exist. */
  folder: string
  /** Writes this earlier export again instead of making a new one. */
  transmitId?: string
}

/** A kind of file for the billing system: where its exports are recorded, and how one is made. */
interface ExportKind<Totals> {
  table: 'cis.payment_export' | 'cis.contact_export'
  /** The part of the file names in front of the transmit id. */
  fileName: string
  /**
   * Puts everything that is waiting into a new export with this number, in one statement.
   * @returns false when nothing is waiting
   */
  fill(tx: Tx, number: number, now: Instant): Promise<boolean>
  /**
   * The file of an export, added up again.
   * @throws Error when the totals differ from those of the export
   */
  contentOf(db: Db, id: number): Promise<{ text: string; totals: Totals }>
}

/** Thrown when no export has the given transmit id. */
export class UnknownExport extends Error {}

/** A file that was written, with the totals that it announces. */
export type WrittenFile<Totals> = Totals & {
  path: string
  /** Whether the export existed before: its file was requested again, or writing it had been interrupted. */
  isRepeated: boolean
}

/**
 * Writes whatever is waiting for the billing system to a new file. First it writes the files that an earlier run could
 * not finish, with their transmit ids and content. So everything is exported exactly once, whenever the process dies.
 * @returns the files written, the oldest first; none when there was nothing to export.
 * @throws UnknownExport; Error when the folder cannot be written, or control totals do not add up.
 */
export async function writeExports<Totals extends { transmitId: string }>(
  options: ExportOptions,
  kind: ExportKind<Totals>,
): Promise<WrittenFile<Totals>[]> {
  const { db, clock, folder, transmitId } = options
  // Checked before anything is recorded as exported. Because of the slash, a file of that name is refused, too.
  await access(`${folder}/`, constants.W_OK)
  const exports = db.selectFrom(kind.table).select('id')
  if (transmitId !== undefined) {
    const known = await exports.where('transmit_id', '=', transmitId).executeTakeFirst()
    if (!known) throw new UnknownExport(`Export ${transmitId} not found.`)
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
 * Makes a new export, whose transmit id is made from its number. The number is the second in which the export is made,
 * and not simply the next number: a database that was restored from a copy would continue from the copy and use a
 * transmit id again that the billing system has already received for other payments (docs/extract-format.md).
 * @returns its number; null when nothing is waiting.
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

/**
 * Writes a file that gets its name only when all of it is on disk, and is done when the name is, too. Otherwise, a power
 * cut could take away a file that the database says was written. Our group may read it, in order to fetch it for the
 * billing system.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  // Each unfinished file has its own name, because two exports may be finishing the same file at the same moment.
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await writeWhole(unfinished, text)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await keepNames(dirname(path))
}

/** Codes of folders whose names nobody can ask the disk to keep, such as those of a Windows share. */
const codesOfNoKeeping = ['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM']

async function keepNames(folder: string): Promise<void> {
  try {
    await syncFolder(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!codesOfNoKeeping.includes(code)) throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o640)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
