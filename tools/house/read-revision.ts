import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The text of every file of code and every document, by its path in the repository. */
export type Sources = ReadonlyMap<string, string>

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const isCode = (path: string): boolean => /^(contract|server|web|tools|e2e)\/.*\.(tsx?|[cm]?js)$/.test(path)

export function isRevision(name: string): boolean {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root }).status === 0
}

/** The working tree as it is, with files that are not committed yet. */
export function readFolder(): Sources {
  const deleted = new Set(pathsIn(git(['ls-files', '--deleted'])))
  const paths = pathsIn(git(['ls-files', '--cached', '--others', '--exclude-standard']))
  return new Map(
    paths.filter((path) => !deleted.has(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

export function readRevision(revision: string): Sources {
  const paths = pathsIn(git(['ls-tree', '-r', '--name-only', revision]))
  const bytes = git(['cat-file', '--batch'], paths.map((path) => `${revision}:${path}\n`).join(''))
  let at = 0
  // Each file follows a line with its hash, type and size.
  return new Map(
    paths.map((path) => {
      const begin = bytes.indexOf('\n', at) + 1
      const end = begin + Number(bytes.toString('utf8', at, begin).split(' ')[2])
      at = end + 1
      return [path, bytes.toString('utf8', begin, end)]
    }),
  )
}

function git(words: readonly string[], input = ''): Buffer {
  return execFileSync('git', words, { cwd: root, input, maxBuffer: 2 ** 30 })
}

function pathsIn(list: Buffer): string[] {
  const paths = String(list).split('\n')
  return paths.filter((path) => isCode(path) || path.endsWith('.md'))
}
