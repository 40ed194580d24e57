import { later } from '@portal/contract/dates'
import { type Engine, inquiryWork } from '../engine.ts'
import { makeInquiryDue } from '../records/attempts.ts'
import { readById } from '../records/checkouts.ts'
import type { StoredCheckout } from '../records/stored-checkout.ts'

const longestWait = 15_000
const pause = 250

/** What the gateway has just said is recorded by the inquiries alone: makes one due, and waits until the payment moves. */
export async function inquireNow(engine: Engine, checkout: StoredCheckout): Promise<StoredCheckout> {
  const until = later(engine.clock.now(), longestWait)
  let latest = checkout
  while (latest.attempt.state === checkout.attempt.state && engine.clock.now() < until) {
    // Each time: an inquiry that had asked before puts the next one off.
    await makeInquiryDue(engine.db, checkout.attempt.id, engine.clock.now())
    engine.wake(inquiryWork)
    await engine.clock.sleep(pause)
    latest = (await readById(engine.db, checkout.id)) ?? latest
  }
  return latest
}
