import type { Instant } from '@portal/contract/dates'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { scrub } from '../../database/long-digits.ts'
import type { EventDetail, EventSubject } from '../../database/tables/payments.ts'

export interface PaymentEvent {
  subject: EventSubject
  subjectId: number
  from: string | null
  to: string | null
  detail: EventDetail
}

/** Appends without gaps (P5). The caller holds the checkout's lock, so that no number is used twice. */
export async function appendEvents(tx: Tx, checkoutId: number, at: Instant, events: PaymentEvent[]): Promise<void> {
  await insertEvents(checkoutId, at, events).execute(tx)
}

/** To be sent with other statements; it continues the numbers that existed before them. */
export function insertEvents(checkoutId: number, at: Instant, events: PaymentEvent[]): RawBuilder<unknown> {
  const rows = events.map((event) => ({ ...event, detail: scrubbed(event.detail) }))
  return sql`
    insert into payment_event (checkout_id, sequence, at, subject, subject_id, from_state, to_state, detail)
    select ${checkoutId}::bigint, last.sequence + place, ${at}::timestamptz, event ->> 'subject', (event ->> 'subjectId')::bigint,
      event ->> 'from', event ->> 'to', event -> 'detail'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as new(event, place),
      (select coalesce(max(sequence), 0) as sequence from payment_event where checkout_id = ${checkoutId}) as last
  `
}

function scrubbed(detail: EventDetail): EventDetail {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
  )
}
