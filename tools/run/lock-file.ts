import { readFile, writeFile } from 'node:fs/promises'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/**
 * `npm install` leaves builds for other platforms out of package-lock.json when its registry does not carry them, and
 * `npm ci` then refuses the file on every platform. This adds an entry for each, with the version that was asked for.
 *
 * `node tools/run/lock-file.ts` repairs the file; with `--check` it only answers whether it is complete.
 */

const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

const Entry = z.object({
  dev: z.boolean().optional(),
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const Lock = z.object({ packages: z.record(z.string(), Entry) })
/** Accepts anything unchanged, because the file is written back with npm's order of keys. */
const Anything = z.record(z.string(), z.unknown())

/** The text of a lock file with an entry for every optional dependency; the same text when none was missing. */
export function completeLock(text: string): string {
  const lock = Lock.parse(JSON.parse(text))
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(
        ([name]) => !(`${path}/node_modules/${name}` in lock.packages) && !(`node_modules/${name}` in lock.packages),
      )
      .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, entry.dev)] as const),
  )
  if (missing.length === 0) return text
  const whole = Anything.parse(JSON.parse(text))
  const packages = [...Object.entries(Anything.parse(whole.packages)), ...missing].toSorted(([a], [b]) =>
    a.localeCompare(b, 'en'),
  )
  return `${JSON.stringify({ ...whole, packages: Object.fromEntries(packages) }, undefined, 2)}\n`
}

/** There must be none: they would tie everybody to the registry of the person who wrote it. */
export function registryAddresses(text: string): string[] {
  const entries = Object.values(Lock.parse(JSON.parse(text)).packages)
  return entries.flatMap((entry) => (entry.resolved?.includes('://') ? [entry.resolved] : []))
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

function libcOf(name: string): string[] | undefined {
  if (name.includes('musl')) return ['musl']
  return name.includes('gnu') ? ['glibc'] : undefined
}

function entryFor(name: string, version: string, dev: boolean | undefined): object {
  const words = name.split(/[-/]/)
  const libc = libcOf(name)
  return {
    version,
    cpu: words.filter((word) => processors.includes(word)),
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    os: words.filter((word) => systems.includes(word)),
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const text = await readFile(lockFile, 'utf8')
  const complete = completeLock(text)
  const addresses = registryAddresses(text)
  if (addresses.length > 0) {
    console.error(
      `package-lock.json names a registry (${addresses[0]}): npm config set omit-lockfile-registry-resolved true`,
    )
    process.exitCode = 1
  } else if (argv.includes('--check') && complete !== text) {
    console.error('package-lock.json misses builds for other platforms: run node tools/run/lock-file.ts')
    process.exitCode = 1
  } else if (complete !== text) {
    await writeFile(lockFile, complete)
  }
}
