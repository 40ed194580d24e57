import { join } from 'node:path'
import { connect } from '@portal/server/database/connect.ts'
import { type World, startWorld } from '../../world/start-world.ts'
import { settingsUnderLoad } from '../checkout/load.ts'
import { startFilled } from './database.ts'

/**
 * A whole utility on this machine: PostgreSQL, three servers, nginx in front of them, and the partners.
 * @param folder keeps the filled database, if it is to stay
 */
export async function startMixedWorld(folder: string, accounts: number, say: (line: string) => void): Promise<World> {
  const postgres = await startFilled(folder, accounts, say)
  const { db, pool, close } = connect(postgres.url, { connections: 4 })
  const drop = async (): Promise<void> => {
    await close()
    await postgres.stop()
  }
  return await startWorld({
    database: { url: postgres.url, db, pool, drop },
    accounts: [],
    // Kept with the database, because its numbers continue where they ended.
    books: join(folder, 'books'),
    servers: 3,
    hasProxy: true,
    // As in production. Every visitor has an address of their own, so nobody reaches a limit.
    settings: { ...settingsUnderLoad, RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info' },
  })
}
