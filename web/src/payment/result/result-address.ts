import { type SessionKind, sessionKinds } from '@portal/contract/call'

/** Which payment the result page shows. */
interface ResultSearch {
  /** The checkout's public id. */
  readonly id?: string | undefined
  /** The idempotency key of a payment whose answer never arrived. */
  readonly key?: string | undefined
  /** Which session paid: a browser may hold several at once. */
  readonly by?: SessionKind | undefined
}

/** Reads the search parameters of `/payment-result?id=…&by=…` or `?key=…&by=…`; all others are ignored. */
export function resultSearch({ id, key, by }: Record<string, unknown>): ResultSearch {
  const kind = sessionKinds.find((known) => known === by)
  return { ...(isUuid(id) ? { id } : {}), ...(isUuid(key) ? { key } : {}), ...(kind ? { by: kind } : {}) }
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}
