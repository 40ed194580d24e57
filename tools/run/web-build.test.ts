import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildWebApp } from './web-build.ts'

test("given a shell that does not find npm's programs, then the web app is still built", async () => {
  const root = await mkdtemp(join(tmpdir(), 'web-build-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const folder of ['web/dist', 'contract', 'node_modules/vite/bin'])
    await mkdir(join(root, folder), { recursive: true })
  for (const file of [
    'package-lock.json',
    'web/package.json',
    'contract/package.json',
    'node_modules/vite/package.json',
  ])
    await writeFile(join(root, file), '{}')
  const vite = "require('node:fs').writeFileSync('dist/built-by', process.argv.slice(2).join(' '))"
  await writeFile(join(root, 'node_modules/vite/bin/vite.js'), vite)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.stubEnv('PATH', '/usr/bin')

  expect(await buildWebApp(root)).toBe(true)
  expect(await readFile(join(root, 'web/dist/built-by'), 'utf8')).toBe('build --logLevel warn')
  expect(await buildWebApp(root)).toBe(false)
})
