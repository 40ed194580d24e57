import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Instant, epochOf, instantOf } from '@portal/contract/dates'

/** How long files are kept that were imported, or for which nobody asked. */
export const keptDays = 35

/** The part of BILLING_FOLDER where files wait for an import. */
export const inboxOf = (billingFolder: string): string => join(billingFolder, 'inbox')

export interface InboxFile {
  name: string
  bytes: number
  at: Instant
}

/** Complete files, the newest first. */
export async function inboxFiles(billingFolder: string): Promise<InboxFile[]> {
  const inbox = inboxOf(billingFolder)
  await mkdir(inbox, { recursive: true })
  // Those that begin with a dot are still being written.
  const names = (await readdir(inbox)).filter((name) => !name.startsWith('.'))
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(inbox, name))
      return { name, bytes: size, at: instantOf(Math.floor(mtimeMs)) }
    }),
  )
  return files.toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** What is older than `keptDays`. @param isKept by name */
export async function removeOld(folder: string, now: Instant, isKept = (_name: string) => false): Promise<void> {
  const oldest = epochOf(now) - keptDays * 86_400_000
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < oldest && !isKept(name)) await rm(join(folder, name), { recursive: true })
  }
}
