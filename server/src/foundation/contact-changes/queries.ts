import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { ContactChange } from '../../adapters/billing-system/port-people.ts'
import type { Db } from '../../database/connect.ts'
import type { StoredContactChange } from '../../database/tables/billing.ts'

/** A change leased to one worker until the lease ends. `epoch` proves the lease when the result is recorded. */
export interface LeasedChange {
  id: number
  epoch: number
  /** Including this one. */
  tries: number
  change: ContactChange
}

/**
 * Leases at most `most` changes that are due and not leased, the longest waiting first. Only the oldest change of each
 * person is leased, because later ones build on it. With `personId`, it leases that person's oldest change, due or not,
 * and whoever holds it: that process may have stopped, and the person is waiting. At worst the change is sent twice,
 * and its key lets it take effect once.
 */
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
  detail: StoredContactChange
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

/** Deletes a change that the billing system has recorded, so that nothing personal remains. */
export async function removeDelivered(db: Db, { id }: LeasedChange): Promise<void> {
  await db.deleteFrom('contact_outbox').where('id', '=', id).execute()
}

/**
 * Ends the lease after a failed try. The change is tried again, or is refused for good. Does nothing when the lease was
 * lost: the next holder records the result.
 */
export async function recordFailure(
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
