import { expect, test } from 'vitest'
import { matchRows } from './compare-books.ts'
import { all } from './testing/books.ts'

test('given a book that is not sorted, then nothing is compared', async () => {
  const rows = async function* (...keys: string[]) {
    yield* keys
  }
  const keyOf = (key: string): string => key
  const matches = matchRows({ rows: rows('a', 'c', 'b'), keyOf }, { rows: rows('a'), keyOf })
  await expect(all(matches)).rejects.toThrow('Not sorted: b comes after c')
})
