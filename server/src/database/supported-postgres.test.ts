import { expect, test } from 'vitest'
import { requireSupportedVersion } from './supported-postgres.ts'

test.each(['17.0', '18.4 (Debian 18.4-1)', '19devel'])('PostgreSQL %s is good enough', (version) => {
  expect(() => requireSupportedVersion(version)).not.toThrow()
})

test.each(['16.9', '9.6.24'])('PostgreSQL %s is refused with a sentence for the operator', (version) => {
  expect(() => requireSupportedVersion(version)).toThrow(
    `DATABASE_URL: PostgreSQL ${version} is too old. The portal needs 17 or later`,
  )
})
