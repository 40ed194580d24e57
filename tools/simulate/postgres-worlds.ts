import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { startTemporaryPostgres } from '../postgres/temporary-postgres.ts'
import { postgresBackend } from './postgres-backend.ts'
import type { SeedRange } from './run-seeds.ts'
import { runSeeds } from './run-seeds.ts'
import type { Tally } from './tally.ts'

/** Runs the same worlds over a temporary PostgreSQL. Every world starts by emptying it. */
export async function runSeedsOverPostgres(range: SeedRange): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-simulation-'))
  try {
    const postgres = await startTemporaryPostgres(folder)
    try {
      await migrate(postgres.url)
      const { db, close } = connect(postgres.url)
      const tally = await runSeeds({ ...range, makeBackend: () => postgresBackend(db) })
      await close()
      return tally
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
