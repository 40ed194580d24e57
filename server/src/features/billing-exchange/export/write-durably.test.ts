import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type * as files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeDurably } from './write-exports.ts'

/** What the disk was asked to keep, in order, and the names that files got in between. */
const kept = vi.hoisted((): { steps: string[]; refuses: string | null } => ({ steps: [], refuses: null }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof files>()
  const open: typeof original.open = async (path, flags, mode) => {
    const file = await original.open(path, flags, mode)
    const sync = file.sync.bind(file)
    file.sync = async () => {
      kept.steps.push(`keep ${String(path)}`)
      if (String(path) === kept.refuses) throw Object.assign(new Error('fsync'), { code: 'EINVAL' })
      await sync()
    }
    return file
  }
  const rename: typeof original.rename = async (from, to) => {
    kept.steps.push('rename')
    await original.rename(from, to)
  }
  return { ...original, open, rename }
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-'))
  Object.assign(kept, { steps: [], refuses: null })
})
afterEach(() => rm(folder, { recursive: true }))

test('keeps the content before the file gets its name, and the name before it is done: a power cut may come at any moment', async () => {
  await writeDurably(join(folder, 'payments.txt'), 'all of it')
  expect(kept.steps).toEqual([expect.stringMatching(/^keep .*\.part$/), 'rename', `keep ${folder}`])
})

test('given a file system that cannot be asked to keep a name, such as a Windows share, then the file is written', async () => {
  kept.refuses = folder
  await writeDurably(join(folder, 'payments.txt'), 'all of it')
  expect(await readFile(join(folder, 'payments.txt'), 'utf8')).toBe('all of it')
})
