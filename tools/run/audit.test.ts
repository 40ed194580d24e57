import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const script = fileURLToPath(new URL('audit.ts', import.meta.url))
const manifest = { name: 'checkout', version: '1.0.0', dependencies: { pipe: '1.0.0' } }
const version = (number: string) => ({ name: 'pipe', version: number, dist: {} })
const locked = { version: '1.0.0', resolved: 'https://registry.example/pipe.tgz', integrity: 'sha512-none' }

let folder: string
let registry: Server
/** The severity of what the registry knows about `pipe`; null when it keeps no advisories. */
let severity: string | null = null

/** Given a checkout that installs one package, and a registry of our own. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'))
  const packages = { '': manifest, 'node_modules/pipe': locked }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, packages }))
  registry = createServer((request, reply) => {
    const isAsked = request.url?.endsWith('/advisories/bulk')
    const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Leaks', vulnerable_versions: '<2', severity }
    const packument = {
      name: 'pipe',
      'dist-tags': { latest: '2.0.0' },
      versions: { '1.0.0': version('1.0.0'), '2.0.0': version('2.0.0') },
    }
    if (isAsked && severity === null) reply.writeHead(405).end()
    else reply.end(JSON.stringify(isAsked ? { pipe: [advisory] } : packument))
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  registry.close()
  await rm(folder, { recursive: true })
})

function audit(cwd = folder, ...more: string[]): Promise<{ code: number; said: string }> {
  const { port } = registry.address() as AddressInfo
  // A separate cache, because npm remembers the answers.
  const cache = join(folder, `cache-${severity}`)
  const words = [script, `--registry=http://127.0.0.1:${port}`, `--cache=${cache}`, ...more]
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
    )
  })
}

describe('the audit of the dependencies', () => {
  test('fails on a vulnerability of high severity and names its package', async () => {
    severity = 'high'
    const { code, said } = await audit()
    expect(said).toContain('high: pipe <2, Leaks https://advisories.example/1')
    expect(code).toBe(1)
  })

  test('can audit the packages of another folder', async () => {
    severity = 'critical'
    const { code, said } = await audit(tmpdir(), `--prefix=${folder}`)
    expect(said).toContain('critical: pipe <2')
    expect(code).toBe(1)
  })

  test('passes when there are only lesser vulnerabilities', async () => {
    severity = 'moderate'
    const { code, said } = await audit()
    expect(said).toContain('1 have lesser ones')
    expect(code).toBe(0)
  })

  test('is skipped, and says so, when the registry keeps no advisories', async () => {
    severity = null
    const { code, said } = await audit()
    expect(said).toMatch(/Left out.*405/)
    expect(code).toBe(0)
  })
})
