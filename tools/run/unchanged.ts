import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** Which tests have passed, each with everything that it reaches: kept from run to run. */
export interface LastPasses {
  /** Those of these test files that would pass again. Named from the root, like everywhere here. */
  unchanged(files: readonly string[]): string[]
  /** Of those that `unchanged` was asked about. */
  remember(passed: readonly string[]): void
}

/** May change what any test does. */
const always = ['package-lock.json', 'vitest.config.ts']

/** What prepares the tests of a workspace, and so is reached by each of them. */
const preparing: Readonly<Record<string, string>> = {
  'web/': 'web/src/testing/setup.ts',
  'e2e/': 'e2e/playwright.config.ts',
  'server/': 'tools/postgres/vitest-setup.ts',
  'tools/': 'tools/postgres/vitest-setup.ts',
}

/** Such a test reads more than it imports, so it always runs. */
const readsFiles = /\b(?:readFile|readdir|glob|readFolder)(?:Sync)?\(/

/** Whoever opens a page reaches the web app, but only who comes into an area reaches its pages. */
const areas: Readonly<Record<string, RegExp>> = {
  'web/src/admin/': /^e2e\/steps\/console/,
  'web/src/customer/': /^e2e\/steps\/(?:dashboard|sign-in|edit-account|notifications)/,
}

export function lastPasses(root: string): LastPasses {
  const record = join(root, 'var', 'passed.json')
  const known = read(record)
  const files = new Files(root)
  // As it was before the run: somebody may change a file meanwhile.
  const now = new Map<string, string | null>()
  const stateOf = (file: string): string | null => (readsFiles.test(files.text(file)) ? null : files.stateOf(file))
  return {
    unchanged(tests) {
      for (const file of tests) now.set(file, stateOf(file))
      return tests.filter((file) => known[file] !== undefined && known[file] === now.get(file))
    },
    remember(passed) {
      for (const file of passed) {
        const state = now.get(file)
        if (state) known[file] = state
      }
      mkdirSync(dirname(record), { recursive: true })
      writeFileSync(record, JSON.stringify(known, null, 1))
    },
  }
}

function read(record: string): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(record, 'utf8')))
  } catch {
    return {}
  }
}

/** The files of a checkout, each read once. */
class Files {
  readonly #root: string
  readonly #texts = new Map<string, string>()
  readonly #hashes = new Map<string, string>()
  readonly #named = new Map<string, readonly string[]>()
  /** By the workspace that names it. */
  readonly #resolved = new Map<string, string | null>()

  constructor(root: string) {
    this.#root = root
  }

  text(file: string): string {
    const text = this.#texts.get(file) ?? readFileSync(join(this.#root, file), 'utf8')
    this.#texts.set(file, text)
    return text
  }

  /** A hash of the file and of all that it reaches. */
  stateOf(file: string): string {
    const hash = createHash('sha256')
    for (const name of [...this.#reached(file)].toSorted()) hash.update(`${name} ${this.#hashOf(name)}\n`)
    return hash.digest('hex')
  }

  #hashOf(file: string): string {
    const hash = this.#hashes.get(file) ?? createHash('sha256').update(this.text(file)).digest('hex')
    this.#hashes.set(file, hash)
    return hash
  }

  #reached(file: string): Set<string> {
    const prepared = Object.keys(preparing).filter((workspace) => file.startsWith(workspace))
    const reached = new Set([file, ...prepared.flatMap((workspace) => preparing[workspace] ?? [])])
    // A set that grows is walked to its end.
    for (const each of reached) for (const named of this.#namedIn(each)) reached.add(named)
    for (const each of always) reached.add(each)
    if (file.startsWith('e2e/')) for (const each of this.#pages([...reached])) reached.add(each)
    return reached
  }

  #pages(reached: readonly string[]): string[] {
    const left = Object.keys(areas).filter((area) => !reached.some((file) => areas[area]?.test(file)))
    return this.#filesIn('web').filter((file) => !left.some((area) => file.startsWith(area)))
  }

  /** What a file imports, reads or starts: whatever it names that is there. */
  #namedIn(file: string): readonly string[] {
    const known = this.#named.get(file)
    if (known) return known
    const names = /\.(?:[cm]?[jt]sx?|css)$/.test(file) ? this.text(file).matchAll(references) : []
    const named = Array.from(names, ([, name, other = '']) => this.#find(file, name ?? other)).flat()
    this.#named.set(file, named)
    return named
  }

  #find(from: string, name: string): string[] {
    const path = this.#pathOf(from, name)
    const found = path === null ? undefined : statSync(path, { throwIfNoEntry: false })
    if (path === null || !found) return []
    const inside = relative(this.#root, path)
    // What runs leave behind.
    if (inside.startsWith('var/')) return []
    if (!found.isDirectory()) return [inside]
    // Whoever names all of a workspace names its files below it.
    return inside.includes('/') && !inside.startsWith('..') ? this.#filesIn(inside) : []
  }

  #pathOf(from: string, name: string): string | null {
    if (/^(?:#|@portal\/)/.test(name)) return this.#resolve(from, name)
    return join(this.#root, fromRoot.test(name) ? '' : dirname(from), name)
  }

  #resolve(from: string, name: string): string | null {
    const key = `${from.split('/', 1)[0]} ${name}`
    let found = this.#resolved.get(key)
    if (found === undefined) {
      try {
        found = createRequire(join(this.#root, from)).resolve(name)
      } catch {
        found = null
      }
      this.#resolved.set(key, found)
    }
    return found
  }

  #filesIn(folder: string): string[] {
    const exclude = ['**/node_modules/**', '**/dist/**', '**/*.test.*']
    const entries = globSync(`${folder}/**`, { cwd: this.#root, exclude, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#root, join(entry.parentPath, entry.name)))
  }
}

const workspaces = 'contract|server|web|tools|e2e|deploy'
const fromRoot = new RegExp(`^(?:${workspaces})/`)
const references = new RegExp(
  `['"\`]((?:\\.{1,2}/|#|@portal/|(?:${workspaces})/)[^'"\`\\s]*)['"\`]|new URL\\('([^']+)'`,
  'g',
)
