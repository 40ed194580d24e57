import { later } from '@portal/contract/dates'
import type { Engine } from '../engine.ts'
import type { StoredCheckout } from '../store.ts'
import { readByPublicId } from './read-checkouts.ts'

const longest = 20_000
const pause = 250

/** Waits a while for a payment that another request is taking; returns it as it then stands, decided or not. */
export async function waitForOutcome(engine: Engine, checkout: StoredCheckout): Promise<StoredCheckout> {
  const until = later(engine.clock.now(), longest)
  let latest = checkout
  while (latest.state === 'CHARGING' && engine.clock.now() < until) {
    await engine.clock.sleep(pause)
    latest = (await readByPublicId(engine.db, checkout.publicId)) ?? latest
  }
  return latest
}
