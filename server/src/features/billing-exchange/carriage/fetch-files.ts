import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dateIn, instantOf, later } from '@portal/contract/dates'
import { type ExchangedFile, type FileExchange, ExchangeFailed } from '../../../adapters/file-exchange/port.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../database/connect.ts'
import { isBillingFile } from '../layout/import-files.ts'
import type { Layout } from '../layout/layout-file.ts'
import { inboxOf, keptDays, removeOld } from './billing-folder.ts'

/** Between two looks at a file that has no mark, in milliseconds. */
const betweenLooks = 30_000

interface FetchOptions {
  db: Db
  clock: Clock
  exchange: FileExchange
  /** Over there. */
  folder: string
  billingFolder: string
  layout: Layout
  timeZone: string
}

interface Fetched {
  fetched: ExchangedFile[]
  /** Somebody still writes them. */
  growing: string[]
}

/** Files of the layout that are complete and were not fetched before, into the inbox. @throws ExchangeFailed */
export async function fetchFiles(options: FetchOptions): Promise<Fetched> {
  const { db, clock, exchange, folder, billingFolder, layout, timeZone } = options
  const near = Number(dateIn(timeZone, clock.now()).slice(0, 4))
  const listed = await exchange.list(folder)
  const ours = listed.filter(({ name }) => isSafe(name) && isBillingFile(layout, name, near))
  const wanted: ExchangedFile[] = []
  for (const file of ours) if (!(await wasFetched(db, file))) wanted.push(file)
  const isMarked = ({ name, modifiedAt }: ExchangedFile) =>
    listed.some((mark) => mark.name === `${name}.done` && mark.modifiedAt >= modifiedAt)
  const again = await secondLook(options, wanted.every(isMarked))
  const isComplete = (file: ExchangedFile) =>
    isMarked(file) ||
    again.some(
      ({ name, bytes, modifiedAt }) =>
        name === file.name && bytes === file.bytes && modifiedAt === file.modifiedAt && bytes > 0,
    )
  const fetched = wanted.filter(isComplete)
  await mkdir(inboxOf(billingFolder), { recursive: true })
  for (const file of fetched) await fetchOne(options, file)
  await forgetOld(
    db,
    clock,
    listed.map(({ name }) => name),
  )
  await removeOld(inboxOf(billingFolder), clock.now())
  return { fetched, growing: wanted.filter((file) => !isComplete(file)).map(({ name }) => name) }
}

/** A host may give any name, and this machine takes it as a path. */
const isSafe = (name: string): boolean => /^[^./\\\0][^/\\\0]*$/.test(name)

async function secondLook({ clock, exchange, folder }: FetchOptions, isNeedless: boolean): Promise<ExchangedFile[]> {
  if (isNeedless) return []
  await clock.sleep(betweenLooks)
  return await exchange.list(folder)
}

/** @throws ExchangeFailed also when it came with another size */
async function fetchOne({ db, clock, exchange, folder, billingFolder }: FetchOptions, file: ExchangedFile) {
  const inbox = inboxOf(billingFolder)
  const unfinished = join(inbox, `.${file.name}.part`)
  try {
    await exchange.fetch(`${folder}/${file.name}`, unfinished)
    const { size } = await stat(unfinished)
    if (size !== file.bytes) {
      throw new ExchangeFailed(`${file.name} has ${file.bytes} bytes there, and ${size} came. It is fetched again`)
    }
    await keepOnDisk(unfinished)
    await rename(unfinished, join(inbox, file.name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  // After a crash before this, the same file comes once more, over itself.
  const { name, bytes } = file
  const row = { name, bytes, modified_at: instantOf(Math.floor(file.modifiedAt)), fetched_at: clock.now() }
  await db.insertInto('cis.fetched_file').values(row).execute()
}

async function keepOnDisk(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function wasFetched(db: Db, { name, bytes, modifiedAt }: ExchangedFile): Promise<boolean> {
  const found = await db
    .selectFrom('cis.fetched_file')
    .select('name')
    .where('name', '=', name)
    .where('bytes', '=', bytes)
    .where('modified_at', '=', instantOf(Math.floor(modifiedAt)))
    .executeTakeFirst()
  return found !== undefined
}

/** But for those that are still there. */
async function forgetOld(db: Db, clock: Clock, there: readonly string[]): Promise<void> {
  await db
    .deleteFrom('cis.fetched_file')
    .where('fetched_at', '<', later(clock.now(), -keptDays * 86_400_000))
    .$if(there.length > 0, (query) => query.where('name', 'not in', there))
    .execute()
}
