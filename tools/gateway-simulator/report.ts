import { isSearchUser } from './authenticate.ts'
import { isBatchOpen } from './batches.ts'
import type { BookRow } from './books.ts'
import { type WholeReply, plainText } from './deliver.ts'
import type { Simulator } from './simulator.ts'
import { isInDays, listPage } from './transaction-list.ts'

const reports: Readonly<Record<string, (simulator: Simulator, row: BookRow) => boolean>> = {
  pending_batches: (simulator, row) => row.status === 'A' && isBatchOpen(simulator, row),
  closed_batches: (simulator, row) => row.status === 'A' && !isBatchOpen(simulator, row),
  declined: (_, row) => row.status !== 'A',
}

/**
 * `GET /transaction/report?report=…` (tools/gateway-simulator/README.md): what is in open and in closed batches, and
 * what was declined. It is made from the batches, so it does not lag as the search may.
 */
export function reportTransactions(
  simulator: Simulator,
  query: URLSearchParams,
  authorization: string | undefined,
): WholeReply {
  if (!isSearchUser(simulator.credentials, authorization)) return plainText(401, 'Unauthorized')
  if (simulator.settings.reportOutage) return plainText(503, 'The report is not available.')
  const name = query.get('report') ?? ''
  const report = Object.hasOwn(reports, name) ? reports[name] : undefined
  if (!report) return plainText(400, 'Unknown report.')
  const isInside = isInDays(simulator, query)
  const rows = simulator.books.rows.filter((row) => isInside(row) && report(simulator, row))
  return listPage(simulator, rows, query)
}
