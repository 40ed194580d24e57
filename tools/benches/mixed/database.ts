import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { type RunningPostgres, startPostgres } from '../../postgres/start-postgres.ts'
import { type Wanted, fillUtility } from './utility.ts'

/**
 * Starts a durable PostgreSQL with a utility of at least this many accounts. A folder that was filled before is used
 * again, and more is added if necessary. An empty folder is filled first, without waiting for the disk.
 */
export async function startFilled(
  folder: string,
  accounts: number,
  say: (line: string) => void,
): Promise<RunningPostgres> {
  const mark = join(folder, 'filled')
  const known = Number(await readFile(mark, 'utf8').catch(() => '0'))
  if (known === 0) await fillFromNothing(folder, accounts, say)
  const postgres = await startPostgres({ ...large(folder), durable: true })
  await migrate(postgres.url)
  if (known > 0 && known < accounts) await fillOn(postgres, { known, accounts }, say)
  await writeFile(mark, String(Math.max(known, accounts)))
  return postgres
}

const large = (folder: string) => ({ folder: join(folder, 'pg'), ownMachine: true, onLine: () => undefined })

async function fillFromNothing(folder: string, accounts: number, say: (line: string) => void): Promise<void> {
  const postgres = await startPostgres({ ...large(folder), durable: false })
  try {
    await migrate(postgres.url)
    await fillOn(postgres, { known: 0, accounts }, say)
  } finally {
    await postgres.stop()
  }
}

async function fillOn({ url }: RunningPostgres, wanted: Wanted, say: (line: string) => void): Promise<void> {
  const connection = connect(url)
  try {
    await fillUtility(connection, wanted, say)
  } finally {
    await connection.close()
  }
}
