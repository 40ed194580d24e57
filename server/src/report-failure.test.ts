import { afterEach, expect, test, vi } from 'vitest'
import { reportFailure } from './report-failure.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('a failure is reported with its cause, such as why a migration failed', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  reportFailure(new Error('Migration failed', { cause: new Error('permission denied for schema cis') }))
  expect(write.mock.calls[0]?.[0]).toMatch(
    /^Error: Migration failed\n[^]*\nbecause of Error: permission denied for schema cis\n/,
  )
})

test.each([
  [
    'a folder that cannot be written to',
    { code: 'EROFS', path: '/files/a.txt', message: "EROFS: read-only file system, open '/files/a.txt'" },
    "EROFS: read-only file system, open '/files/a.txt'\n",
  ],
  [
    'a disk that is full',
    { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' },
    'ENOSPC: no space left on device, write\n',
  ],
  [
    "a database's disk that is full",
    { code: '53100', message: 'could not extend file "base/16384/17866": No space left on device' },
    'The database\'s disk is full: could not extend file "base/16384/17866": No space left on device\n',
  ],
  [
    'a database whose certificate nobody vouches for',
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' },
    'DATABASE_URL: the database rejected the login: self-signed certificate\n',
  ],
  [
    'a database that is full of connections',
    { code: '53300', message: 'too many clients' },
    'DATABASE_URL: the database rejected the login: too many clients\n',
  ],
])('%s is told in one line', (_, { message, ...facts }, line) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  reportFailure(Object.assign(new Error(message), facts))
  expect(write).toHaveBeenCalledExactlyOnceWith(line)
  expect(process.exitCode).toBe(1)
})
