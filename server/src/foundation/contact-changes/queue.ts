import { randomUUID } from 'node:crypto'
import { type PhoneType, storedPhone } from '@portal/contract/contact'
import { type Instant, dateIn } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type { ContactEdit, PersonPhone, PhoneChange } from '../../adapters/billing-system/port-people.ts'
import type { Tx } from '../../database/connect.ts'

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
