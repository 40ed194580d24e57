import { copyFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileExchange, ExchangeFailed } from './port.ts'

/** A share that is mounted here. */
export function folderExchange(root: string): FileExchange {
  const at = (path: string) => join(root, path)
  return {
    list: async (folder) =>
      await said(`${at(folder)} cannot be read`, async () => {
        const entries = await readdir(at(folder), { withFileTypes: true })
        return await Promise.all(
          entries
            .filter((entry) => entry.isFile())
            .map(async ({ name }) => {
              const { size, mtimeMs } = await stat(join(at(folder), name))
              return { name, bytes: size, modifiedAt: mtimeMs }
            }),
        )
      }),
    fetch: async (path, to) => await said(`${at(path)} cannot be read`, async () => await copyFile(at(path), to)),
    write: async (path, text) =>
      await said(`${at(path)} cannot be written`, async () => await writeFile(at(path), text, { flush: true })),
    rename: async (from, to) => await said(`${at(from)} cannot be renamed`, async () => await rename(at(from), at(to))),
    close: () => undefined,
  }
}

async function said<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ExchangeFailed(`${what}${code}`)
  }
}
