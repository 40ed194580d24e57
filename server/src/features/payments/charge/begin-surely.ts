import { later } from '@portal/contract/dates'
import { beginPayment } from '../checkout/begin-payment.ts'
import type { Engine } from '../engine.ts'
import { type Begun, CommitUnanswered, type Intent } from '../store.ts'

/** How long the payer waits for a database that went away while it recorded the intent. */
const patience = 10_000
const pause = 500

/**
 * Records the intent to charge. A database that went away before it answered the commit may hold it already, with the
 * accounts. As only this process has the card, nobody else would ever send the charge, and the payer would be told to
 * wait. So the intent is recorded again: if it is this very one that the key has by then, the payment goes on.
 */
export async function beginSurely(engine: Engine, intent: Intent): Promise<Begun> {
  const until = later(engine.clock.now(), patience)
  let isInDoubt = false
  for (;;) {
    try {
      const begun = await beginPayment(engine.db, intent)
      return isInDoubt ? asBegun(begun, intent) : begun
    } catch (error) {
      isInDoubt ||= error instanceof CommitUnanswered
      if (!isInDoubt || engine.clock.now() >= until) throw error
      await engine.clock.sleep(pause)
    }
  }
}

/** An intent of this reference was recorded by an earlier try, and nothing has been sent for it. */
function asBegun(begun: Begun, { reference }: Intent): Begun {
  if (begun.outcome !== 'existing') return begun
  const { checkout } = begun
  const isOurs = checkout.attempt.reference === reference && checkout.attempt.state === 'INTENT'
  return isOurs ? { outcome: 'begun', checkout } : begun
}
