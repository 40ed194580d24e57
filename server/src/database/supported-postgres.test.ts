import { expect, test } from 'vitest'
import { requireSupportedPostgres } from './supported-postgres.ts'

const postgres = (version: string) => ({ query: async () => ({ rows: [{ version }] }) })

test.each(['17.0', '18.4 (Debian 18.4-1)', '19devel'])('PostgreSQL %s is good enough', async (version) => {
  await expect(requireSupportedPostgres(postgres(version))).resolves.toBeUndefined()
})

test.each(['16.9', '9.6.24'])('PostgreSQL %s is refused with a sentence for the operator', async (version) => {
  await expect(requireSupportedPostgres(postgres(version))).rejects.toThrow(
    `DATABASE_URL: PostgreSQL ${version} is too old, the portal needs 17 or newer`,
  )
})
