import { later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { Deps } from '../../deps.ts'
import { contactChanges } from '../../metrics.ts'
import type { Work } from '../work/loop.ts'
import { type LeasedChange, leaseChanges, recordFailure, removeDelivered } from './queries.ts'
import { contactWork } from './queue.ts'

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'billing'>

const second = 1000
const minute = 60 * second

/** A call to the billing system takes far less than this, so only a process that stopped loses its lease. */
const leaseMilliseconds = minute
const batchSize = 10
/** How long to wait after the first, second, … failed try. The last wait repeats until a try succeeds. */
const waits: readonly number[] = [5 * second, 30 * second, 2 * minute, 10 * minute]

/**
 * Delivers contact changes to the billing system at least once. Their keys make sure that each takes effect only once.
 */
export function contactDelivery(deps: DeliveryDeps): Work {
  return {
    name: contactWork,
    restMilliseconds: 5 * second,
    run: async () => await deliverDue(deps, null),
  }
}

/**
 * Delivers the waiting changes of one person now, in order. Does not throw when the billing system is down: the
 * background work delivers the rest later.
 */
export async function deliverChangesOf(deps: DeliveryDeps, personId: PersonId): Promise<void> {
  while ((await deliverDue(deps, personId)) > 0);
}

/**
 * The person as the billing system knows them, after delivering the changes they have just made: somebody who saves and
 * looks again must not see the old values.
 * @throws BillingSystemDown
 */
export async function findPersonNow(deps: DeliveryDeps, personId: PersonId): Promise<PersonRecord | null> {
  await deliverChangesOf(deps, personId)
  return await deps.billing.findPerson(personId)
}

/** @returns how many were delivered or refused. Failures do not count; otherwise they would be retried at once. */
async function deliverDue(deps: DeliveryDeps, personId: PersonId | null): Promise<number> {
  const now = deps.clock.now()
  const leaseUntil = later(now, leaseMilliseconds)
  const leased = await leaseChanges(deps.db, { now, leaseUntil, most: batchSize, personId })
  const settled = await Promise.all(leased.map((change) => deliver(deps, change)))
  return settled.filter(Boolean).length
}

/** @returns whether the change is no longer waiting. */
async function deliver(deps: DeliveryDeps, leased: LeasedChange): Promise<boolean> {
  const about = { change: leased.id, tries: leased.tries }
  try {
    const changed = await deps.billing.changeContact(leased.change)
    if (changed.outcome === 'changed') {
      await removeDelivered(deps.db, leased)
      contactChanges.inc({ result: 'changed' })
      return true
    }
    await recordFailure(deps.db, leased, { refused_at: deps.clock.now(), last_error: changed.reason })
    contactChanges.inc({ result: 'rejected' })
    deps.log.error({ ...about, reason: changed.reason }, 'The billing system rejected a contact change')
    return true
  } catch (error) {
    // A fault of our own is handled like one of theirs: wait and try again, so that no change is ever lost.
    const reason = error instanceof Error ? error.message : String(error)
    const wait = waits[Math.min(leased.tries, waits.length) - 1] ?? minute
    await recordFailure(deps.db, leased, { next_try_at: later(deps.clock.now(), wait), last_error: reason })
    contactChanges.inc({ result: 'failed' })
    deps.log[error instanceof BillingSystemDown ? 'warn' : 'error']({ ...about, reason }, 'Contact change delayed')
    return false
  }
}
