/** Thrown when a promise is broken. The message says which one, and for which checkout. */
export class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise'
}

/** @throws BrokenPromise unless it holds. */
export function must(holds: boolean, promise: string, checkout?: { id: number; state: string }): asserts holds {
  if (!holds) throw new BrokenPromise(checkout ? `${promise} (checkout ${checkout.id}, ${checkout.state})` : promise)
}
