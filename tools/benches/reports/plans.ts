import { ReportSearch } from '@portal/contract/reports'
import type { Connection } from '@portal/server/database/connect.ts'
import { searchPayments } from '@portal/server/features/reports/search-payments.ts'
import { readProfile } from '@portal/server/settings/profile.ts'
import type { CompiledQuery } from 'kysely'
import { z } from 'zod'
import { sentStatements } from '../sent-statements.ts'
import type { Question } from './questions.ts'

/** The tables that have one row or more per payment. */
const large = ['checkout', 'checkout_item', 'charge_attempt', 'posting']

/**
 * The large tables that a query reads from end to end, as PostgreSQL explains the statements that the portal sends.
 * Each is planned once for the given values, and once for any values, as for a statement that was sent often.
 */
export async function tablesReadWhole(connection: Connection, question: Question): Promise<string[]> {
  const statements = await statementsOf(connection, question)
  const client = await connection.pool.connect()
  const read: string[] = []
  try {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      for (const [nth, { sql, parameters }] of statements.entries()) {
        const name = `${mode}-${nth}-${question.name}`
        const { rows } = await client.query({ name, text: `explain (format json) ${sql}`, values: [...parameters] })
        const [explained] = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Plan })) })).parse(rows)
        read.push(...(explained?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => wholeTables(plan)))
      }
    }
  } finally {
    client.release(true)
  }
  return [...new Set(read)]
}

const Plan = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(Plan).optional()
  },
})
type Plan = z.infer<typeof Plan>

function wholeTables({ 'Node Type': node, 'Relation Name': table = '', Plans: parts = [] }: Plan): string[] {
  const own = node.endsWith('Seq Scan') && large.includes(table) ? [table] : []
  return [...own, ...parts.flatMap(wholeTables)]
}

async function statementsOf({ db }: Connection, question: Question): Promise<CompiledQuery[]> {
  const asked = ReportSearch.parse(question.asked(1))
  return await sentStatements(db, (listened) => searchPayments({ db: listened, profile: readProfile() }, asked))
}
