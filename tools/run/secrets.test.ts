import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOrMakeSecrets } from './secrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('given a first start, then secrets are made that only their owner can read, and the next start has the same', async () => {
  const first = await readOrMakeSecrets(folder)

  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(first.HUMAN_CHECK_SECRET).toHaveLength(32)
  expect(await readOrMakeSecrets(folder)).toEqual(first)
})

test('given secrets of an older version, then those are kept, and the missing one is made permanently', async () => {
  const { LINK_SECRET: _, ...older } = await readOrMakeSecrets(folder)
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(older))

  const now = await readOrMakeSecrets(folder)

  expect(now).toMatchObject(older)
  expect(now.LINK_SECRET).toHaveLength(32)
  expect(await readOrMakeSecrets(folder)).toEqual(now)
})
