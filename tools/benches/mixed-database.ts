import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts'
import { fillUtility } from './mixed-utility.ts'

/**
 * A durable PostgreSQL of a utility of so many accounts. A folder that was filled before is taken as it is; any other is
 * filled first, without waiting for the disk.
 */
export async function startFilled(
  folder: string,
  accounts: number,
  say: (line: string) => void,
): Promise<RunningPostgres> {
  const mark = join(folder, 'filled')
  if ((await readFile(mark, 'utf8').catch(() => '')) !== String(accounts)) {
    await fill(folder, accounts, say)
    await writeFile(mark, String(accounts))
  }
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true, onLine: () => undefined })
  await migrate(postgres.url)
  return postgres
}

async function fill(folder: string, accounts: number, say: (line: string) => void): Promise<void> {
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false, onLine: () => undefined })
  try {
    await migrate(postgres.url)
    const connection = connect(postgres.url)
    await fillUtility(connection, accounts, say)
    await connection.close()
  } finally {
    await postgres.stop()
  }
}
