import { requireSuitableDatabase, UnsuitableDatabase } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '@portal/server/database/testing/database.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from './testing/pgbouncer.ts'

const refusal =
  'DATABASE_URL: there is a connection pooler (such as PgBouncer) before the database; give the address of PostgreSQL itself'

// Where it is missing and cannot be installed (apt-get, as root), these are listed as skipped.
describe.runIf(hasPgbouncer())('PgBouncer in transaction mode', () => {
  let database: TestDatabase
  let pooler: Pgbouncer | undefined
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    await pooler?.stop()
    pooler = undefined
    await database.drop()
  })

  test.each([
    ['that refuses the settings of a session', []],
    ['that leaves the settings of a session out', ['ignore_startup_parameters = options']],
  ])('%s is refused in one line by a process and by a migration', async (_, settings) => {
    pooler = await startPgbouncer(database.url, settings)
    await expect(requireSuitableDatabase(pooler.url)).rejects.toThrow(new UnsuitableDatabase(refusal))
    await expect(migrate(pooler.url)).rejects.toThrow(refusal)
  })

  test('is noticed also where the database itself has the settings that a process asks for', async () => {
    await database.pool.query(`do $$ begin
      execute format('alter database %I set statement_timeout to %L', current_database(), '24999ms'); end $$`)
    pooler = await startPgbouncer(database.url, ['ignore_startup_parameters = options'])
    await expect(requireSuitableDatabase(pooler.url)).rejects.toThrow(refusal)
  })

  test('is not seen in a PostgreSQL that is reached directly', async () => {
    await expect(requireSuitableDatabase(database.url)).resolves.toBeUndefined()
  })
})
