import { isSearchUser } from './authenticate.ts'
import type { BookRow } from './books.ts'
import { type WholeReply, plainText } from './deliver.ts'
import type { Simulator } from './simulator.ts'
import { isInDays, listPage } from './transaction-list.ts'

/** The allowed values of `search_field`, and the value that each is compared with. */
const fields: Readonly<Record<string, (row: BookRow) => string>> = {
  cardholder: (row) => row.holder,
  refno: (row) => row.reference,
  custref: (row) => row.customerReference,
  tag: (row) => String(row.tag),
  cardno: (row) => row.lastFour,
}
const defaultFields = ['cardholder', 'refno', 'custref']

/**
 * `GET /transaction/search` (tools/gateway-simulator/README.md): substring match, dates default to today, CSV of
 * version 3.
 */
export function searchTransactions(
  simulator: Simulator,
  query: URLSearchParams,
  authorization: string | undefined,
): WholeReply {
  if (!isSearchUser(simulator.credentials, authorization)) return plainText(401, 'Unauthorized')
  if (simulator.settings.searchOutage) return plainText(503, 'The search is not available.')
  return listPage(simulator, matchingRows(simulator, query), query)
}

function matchingRows(simulator: Simulator, query: URLSearchParams): BookRow[] {
  const indexedUntil = simulator.now() - simulator.settings.searchLagMilliseconds
  const wanted = query.get('search') ?? ''
  const field = query.get('search_field')
  const names = field && Object.hasOwn(fields, field) ? [field] : defaultFields
  const status = query.get('status')
  const isInside = isInDays(simulator, query)
  return simulator.books.rows.filter((row) => {
    if (wanted !== '' && !names.some((name) => fields[name]?.(row).includes(wanted))) return false
    if (status !== null && row.status !== status) return false
    return Date.parse(row.at) <= indexedUntil && isInside(row)
  })
}
