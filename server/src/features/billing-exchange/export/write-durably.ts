import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

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
