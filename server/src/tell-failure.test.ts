import { afterEach, expect, test, vi } from 'vitest'
import { tellFailure } from './tell-failure.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each([
  [
    'a folder that cannot be written to',
    { code: 'EROFS', path: '/files/a.txt', message: "EROFS: read-only file system, open '/files/a.txt'" },
    "EROFS: read-only file system, open '/files/a.txt'\n",
  ],
  [
    'a database that is full of connections',
    { code: '53300', message: 'too many clients' },
    'DATABASE_URL: the database does not let us in: too many clients\n',
  ],
])('%s is told in one line', (_, { message, ...facts }, line) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  tellFailure(Object.assign(new Error(message), facts))
  expect(write).toHaveBeenCalledExactlyOnceWith(line)
  expect(process.exitCode).toBe(1)
})
