import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastRun } from './last-run.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-last-run-'))
})
afterEach(() => rm(folder, { recursive: true }))

test.each(['', '{"address":"http://loc', '{"address":"http://localhost:3000"}'])(
  'given the note %j of a run whose disk was full, then the next run starts as if there were none',
  async (note) => {
    await writeFile(join(folder, 'running.json'), note)
    expect(await lastRun(folder).read()).toBeUndefined()
  },
)
