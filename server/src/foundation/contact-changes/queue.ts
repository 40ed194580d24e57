import { randomUUID } from 'node:crypto'
import {
  type PhoneType,
  storedPhone,
  type ContactEdit,
  type PhoneChange,
  type RouteChange,
} from '@portal/contract/contact'
import { type Instant, dateIn } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { PersonPhone } from '../../adapters/billing-system/port-people.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { arrayToJoin } from '../../database/sql.ts'

export type RequestedChange = ContactEdit & { readonly personId: PersonId }

export const contactWork = 'contact-changes'

export function changesAnything(change: RequestedChange): boolean {
  const { personId: _person, phones, ...details } = change
  return phones.length > 0 || Object.values(details).some((value) => value !== undefined)
}

/** In the transaction that causes it, so that both exist or neither does. Queues no empty change. */
export async function queueContactChange(
  tx: Tx,
  requested: RequestedChange,
  { timeZone, now }: { timeZone: string; now: Instant },
): Promise<void> {
  if (!changesAnything(requested)) return
  const { personId, ...edit } = requested
  await tx
    .insertInto('contact_outbox')
    .values({
      change_key: randomUUID(),
      person_id: personId,
      changed_at: now,
      change_date: dateIn(timeZone, now),
      detail: JSON.stringify(edit),
      next_try_at: now,
      lease_until: null,
      refused_at: null,
      last_error: null,
    })
    .execute()
}

/** What waits here for the billing system, the newest of each account; refused changes wait for a person. */
export async function queuedRoutes(
  db: Db,
  persons: readonly PersonId[],
): Promise<(RouteChange & { personId: PersonId; isRefused: boolean })[]> {
  const { rows } = await sql<RouteChange & { personId: PersonId; isRefused: boolean }>`
    select distinct on (person_id, asked."accountId")
      person_id as "personId", asked."accountId", asked.route, refused_at is not null as "isRefused"
    from contact_outbox
    cross join lateral json_to_recordset(detail->'billRoutes') as asked ("accountId" text, route text)
    where person_id = any(${arrayToJoin(persons)}::text[])
    order by person_id, asked."accountId", refused_at is not null, id desc`.execute(db)
  return rows
}

interface PhoneField {
  type: PhoneType
  /** As stored, or empty. */
  number: string
  isDeleted: boolean
  sequence: number | null
}

/** Only the flag deletes a phone whose field was emptied (C§5); a field with a number ignores it. */
export function phoneChanges(onFile: readonly PersonPhone[], fields: readonly PhoneField[]): PhoneChange[] {
  return fields.flatMap((field): PhoneChange[] => {
    const { type, number } = field
    const phone = phoneOf(onFile, field)
    if (number === '')
      return phone && isToGo(phone, field) ? [{ action: 'delete', type, sequence: phone.sequence }] : []
    if (!phone) return [{ action: 'add', type, number }]
    if (storedPhone(phone.number) === number) return []
    return [{ action: 'update', type, sequence: phone.sequence, number }]
  })
}

/** By its sequence, or else the first of its type. */
function phoneOf(onFile: readonly PersonPhone[], { type, sequence }: PhoneField): PersonPhone | undefined {
  const ofType = onFile.filter((phone) => phone.type === type)
  return ofType.find((phone) => phone.sequence === sequence) ?? ofType[0]
}

/** A deletion flag whose sequence names a phone that no longer exists must not delete another phone. */
function isToGo(phone: PersonPhone, { isDeleted, sequence }: PhoneField): boolean {
  return isDeleted && (sequence === null || sequence === phone.sequence)
}
