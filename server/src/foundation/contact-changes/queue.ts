import { randomUUID } from 'node:crypto'
import { type Instant, dateIn } from '@portal/contract/dates'
import type { ContactChange } from '../../adapters/billing-system/port-people.ts'
import type { Tx } from '../../database/connect.ts'

/** A customer's change of contact details. */
export type WantedChange = Pick<ContactChange, 'personId' | 'emailAddress' | 'address' | 'phones'>

/** The name by which to wake the delivery. */
export const contactWork = 'contact-changes'

/** Whether a change contains anything. */
export function changesAnything({ emailAddress, address, phones }: WantedChange): boolean {
  return emailAddress !== undefined || address !== undefined || phones.length > 0
}

/**
 * Queues a change for the billing system in the transaction that causes it, so that both exist or neither does. It is
 * delivered afterwards, however long the billing system is down. An empty change is not queued.
 */
export async function queueContactChange(
  tx: Tx,
  { personId, ...change }: WantedChange,
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<void> {
  if (!changesAnything({ personId, ...change })) return
  await tx
    .insertInto('contact_outbox')
    .values({
      change_key: randomUUID(),
      person_id: personId,
      changed_at: now,
      change_date: dateIn(timeZone, now),
      detail: JSON.stringify(change),
      next_try_at: now,
      lease_until: null,
      refused_at: null,
      last_error: null,
    })
    .execute()
}
