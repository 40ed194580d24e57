import { randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'

/**
 * Writes a file that we and those of our group may read, who fetch it for the billing system, and that gets its name once
 * all of it is on disk.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  // A name of its own: two exports may be finishing the same file at the same moment.
  const unfinished = `${path}.${randomUUID()}.part`
  const file = await open(unfinished, 'w', 0o640)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
