import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/**
 * Writes a file that gets its name only when all of it is on disk. Our group may read it, in order to fetch it for the
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
