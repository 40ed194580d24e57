import { randomUUID } from 'node:crypto'
import { access, constants, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Instant, epochOf } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Clock } from '../../../clock.ts'
import type { Db, Tx } from '../../../database/connect.ts'

export interface ExportOptions {
  db: Db
  clock: Clock
  /** Must exist. */
  folder: string
  /** Writes this earlier export again. */
  transmitId?: string
}

/** A file as it was first written. */
export interface ExportedFile<Totals> {
  name: string
  text: string
  totals: Totals
}

interface ExportKind<Totals> {
  table: 'cis.payment_export' | 'cis.contact_export'
  /** All that is waiting, numbered from this one on. @returns the numbers, none when nothing is */
  fill(tx: Tx, number: number, now: Instant): Promise<number[]>
  /** Added up again. @throws Error when the totals differ from those of the export */
  contentOf(db: Db, id: number): Promise<ExportedFile<Totals>>
}

/** No export has the given transmit id. */
export class UnknownExport extends Error {}

export type WrittenFile<Totals> = Totals & {
  path: string
  /** Requested again, or interrupted while it was written. */
  isRepeated: boolean
}

/** Unfinished files first: each is exported once. @throws UnknownExport; Error: no folder, wrong control totals */
export async function writeExports<Totals>(
  options: ExportOptions,
  kind: ExportKind<Totals>,
): Promise<WrittenFile<Totals>[]> {
  const { db, clock, folder, transmitId } = options
  // Before anything is recorded as exported. Because of the slash, a file of that name is refused, too.
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
  const made = await db.transaction().execute((tx) => makeExports(tx, kind, clock.now()))
  for (const id of made) files.push(await writeExport(options, kind, { id, isRepeated: false }))
  return files
}

/** Arbitrary; held until the numbered export is in the database. */
const numberingLock = 7_001_004

/** Numbered by the second: a restored database would count the same numbers again. */
async function makeExports<Totals>(tx: Tx, kind: ExportKind<Totals>, now: Instant): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(${numberingLock})`.execute(tx)
  const { rows } = await sql<{ number: number }>`
    select greatest(${Math.floor(epochOf(now) / 1000)}::bigint, max(id) + 1) as number from ${sql.table(kind.table)}
  `.execute(tx)
  const [next] = rows
  if (!next) throw new Error('An aggregate answers with one row')
  return await kind.fill(tx, next.number, now)
}

async function writeExport<Totals>(
  { db, clock, folder }: ExportOptions,
  kind: ExportKind<Totals>,
  { id, isRepeated }: { id: number; isRepeated: boolean },
): Promise<WrittenFile<Totals>> {
  const { name, text, totals } = await kind.contentOf(db, id)
  const path = join(folder, name)
  await writeDurably(path, text)
  await db
    .updateTable(kind.table)
    .set({ written_at: clock.now() })
    .where('id', '=', id)
    .where('written_at', 'is', null)
    .execute()
  return { ...totals, path, isRepeated }
}

/** The name comes when all is on disk: no power cut takes a recorded file. Our group may fetch it. */
export async function writeDurably(path: string, text: string): Promise<void> {
  // Its own name, because two exports may be finishing the same file at once.
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

/** Folders whose names nobody can ask the disk to keep, such as those of a Windows share. */
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
