/** Which payment the result page shows. */
export interface ResultSearch {
  /** The checkout's public id. */
  readonly id?: string | undefined
  /** The idempotency key of a payment whose answer never arrived. */
  readonly key?: string | undefined
}

/** Reads `/payment-result?id=…` or `?key=…`; anything else in it is ignored. */
export function resultSearch({ id, key }: Record<string, unknown>): ResultSearch {
  return { ...(isUuid(id) ? { id } : {}), ...(isUuid(key) ? { key } : {}) }
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}
