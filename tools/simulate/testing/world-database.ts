import { createTestDatabase } from '@portal/server/database/testing/database.ts'
import { type WorldDatabase, openWorldDatabase } from '../database.ts'

export async function createWorldDatabase(): Promise<WorldDatabase> {
  const { url, drop } = await createTestDatabase()
  const database = await openWorldDatabase(url)
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}
