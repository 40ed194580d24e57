import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { safeguards } from './safeguards.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const edits = safeguards.flatMap(({ name, edits: each }) => each.map(({ file, find }) => ({ name, file, find })))

describe('a safeguard that the simulation can take away', () => {
  test.each(edits)('stands in $file: $name', async ({ file, find }) => {
    expect(await readFile(`${root}/${file}`, 'utf8')).toContain(find)
  })
})
