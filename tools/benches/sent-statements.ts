import type { Db } from '@portal/server/database/connect.ts'
import type { CompiledQuery, KyselyPlugin } from 'kysely'

/** The statements that `work` sends through the database handle that it gets, in order. */
export async function sentStatements(db: Db, work: (listened: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const compiled: CompiledQuery[] = []
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      compiled.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(listening))
  return compiled
}
