import type { CheckoutRecord } from './model/records.ts'

/** Thrown when a promise is broken; the message says which and for what. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
}

/** @throws BrokenPromise unless it holds. */
export function must(holds: boolean, promise: string, checkout?: CheckoutRecord): asserts holds {
  if (!holds) throw new BrokenPromise(checkout ? `${promise} (checkout ${checkout.id}, ${checkout.state})` : promise)
}
