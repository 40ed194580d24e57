import type { ContactEdit } from '@portal/contract/contact'
import { type Instant, later } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { ContactChange, PersonRecord } from '../../adapters/billing-system/port-people.ts'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { contactChanges } from '../../metrics.ts'
import type { Work } from '../work/loop.ts'
import { contactWork } from './queue.ts'

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'billing'>

const second = 1000
const minute = 60 * second

/** A call to the billing system takes far less than this, so only a process that stopped loses its lease. */
const leaseMilliseconds = minute
const batchSize = 10
/** After the first, second, … failed try. The last wait repeats until a try succeeds. */
const waits: readonly number[] = [5 * second, 30 * second, 2 * minute, 10 * minute]

/** At least once. The changes' keys make sure that each takes effect only once. */
export function contactDelivery(deps: DeliveryDeps): Work {
  return {
    name: contactWork,
    restMilliseconds: 5 * second,
    run: async () => await deliverDue(deps, null),
  }
}

/** In order. Does not throw when the billing system is down: the rest is delivered later. */
export async function deliverChangesOf(deps: DeliveryDeps, personId: PersonId): Promise<void> {
  while ((await deliverDue(deps, personId)) > 0);
}

/** With the changes just made: somebody who saves and looks again must not see old values. @throws BillingSystemDown */
export async function findPersonNow(deps: DeliveryDeps, personId: PersonId): Promise<PersonRecord | null> {
  await deliverChangesOf(deps, personId)
  return await deps.billing.findPerson(personId)
}

/** Counts those delivered or refused; failures would otherwise be retried at once. */
async function deliverDue(deps: DeliveryDeps, personId: PersonId | null): Promise<number> {
  const now = deps.clock.now()
  const leaseUntil = later(now, leaseMilliseconds)
  const leased = await leaseChanges(deps.db, { now, leaseUntil, most: batchSize, personId })
  const settled = await Promise.all(leased.map((change) => deliver(deps, change)))
  return settled.filter(Boolean).length
}

/** False when the change still waits. */
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
    // A fault of our own is handled like one of theirs, so that no change is ever lost.
    const reason = error instanceof Error ? error.message : String(error)
    const wait = waits[Math.min(leased.tries, waits.length) - 1] ?? minute
    await recordFailure(deps.db, leased, { next_try_at: later(deps.clock.now(), wait), last_error: reason })
    contactChanges.inc({ result: 'failed' })
    deps.log[error instanceof BillingSystemDown ? 'warn' : 'error']({ ...about, reason }, 'Contact change delayed')
    return false
  }
}

/** `epoch` proves the lease when the result is recorded. */
interface LeasedChange {
  id: number
  epoch: number
  /** Including this one. */
  tries: number
  change: ContactChange
}

/** Only each person's oldest: later ones build on it. `personId` takes it from any holder; keys stop repeats. */
export async function leaseChanges(
  db: Db,
  asked: { now: Instant; leaseUntil: Instant; most: number; personId: PersonId | null },
): Promise<LeasedChange[]> {
  const { rows } = await sql<Leased>`
    with due as (
      select id from contact_outbox waiting
      where refused_at is null
        and case when ${asked.personId}::text is null
          then next_try_at <= ${asked.now}::timestamptz
            and (lease_until is null or lease_until <= ${asked.now}::timestamptz)
          else person_id = ${asked.personId}::text end
        and not exists (
          select from contact_outbox earlier
          where earlier.person_id = waiting.person_id and earlier.id < waiting.id and earlier.refused_at is null)
      order by next_try_at
      limit ${asked.most}
      for update skip locked)
    update contact_outbox set lease_until = ${asked.leaseUntil}::timestamptz, epoch = epoch + 1, tries = tries + 1
    from due where contact_outbox.id = due.id
    returning contact_outbox.id, epoch, tries, change_key, person_id, changed_at, change_date, detail`.execute(db)
  return rows.map(leasedChange)
}

interface Leased {
  id: number
  epoch: number
  tries: number
  change_key: string
  person_id: PersonId
  changed_at: Instant
  change_date: ContactChange['changeDate']
  detail: ContactEdit
}

function leasedChange({ id, epoch, tries, detail, ...row }: Leased): LeasedChange {
  const change: ContactChange = {
    changeKey: row.change_key,
    personId: row.person_id,
    changedAt: row.changed_at,
    changeDate: row.change_date,
    ...detail,
  }
  return { id, epoch, tries, change }
}

async function removeDelivered(db: Db, { id }: LeasedChange): Promise<void> {
  await db.deleteFrom('contact_outbox').where('id', '=', id).execute()
}

/** Nothing when the lease was lost: the next holder records the result. */
async function recordFailure(
  db: Db,
  { id, epoch }: LeasedChange,
  result: { next_try_at: Instant; last_error: string } | { refused_at: Instant; last_error: string },
): Promise<void> {
  await db
    .updateTable('contact_outbox')
    .set({ ...result, lease_until: null })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .execute()
}
