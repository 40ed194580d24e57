import type { CalendarDate } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { StoredContactChange } from '../../database/tables/billing.ts'
import type { PersonPhone, PersonRecord, PhoneChange } from './port-people.ts'

/** A stored change with the day it was made. */
export interface DatedChange {
  change_date: CalendarDate
  detail: StoredContactChange
}

/** The part of a person that changes may alter. */
type Reach = Pick<PersonRecord, 'emailAddress' | 'address' | 'phones' | 'characteristics'>

/**
 * Changes to the person of the outer query that no imported extract contains yet, oldest first; null if there are none.
 */
export const openChanges = sql<DatedChange[] | null>`(
  select json_agg(json_build_object('change_date', change_date, 'detail', detail) order by change_number)
  from cis.contact_change change
  where change.person_id = person.person_id and change.contained_in_import is null)`

/** A person's contact details: the imported ones with these changes applied, oldest first. */
export function withChanges(reach: Reach, changes: readonly DatedChange[]): Reach {
  return changes.reduce(withChange, reach)
}

function withChange(before: Reach, { change_date, detail }: DatedChange): Reach {
  const { emailAddress = before.emailAddress, address = before.address, phones } = detail
  const isNewEmail = before.emailAddress !== null && emailAddress !== before.emailAddress
  return {
    emailAddress,
    address,
    phones: phones.reduce(withPhone, before.phones),
    characteristics: isNewEmail
      ? withOldEmail(before.characteristics, change_date, before.emailAddress)
      : before.characteristics,
  }
}

/** CMOLDEML keeps the previous e-mail address (C§3). */
function withOldEmail(
  characteristics: Reach['characteristics'],
  effectiveDate: CalendarDate,
  adhocValue: string | null,
): Reach['characteristics'] {
  const others = characteristics.filter(({ type }) => type !== 'CMOLDEML')
  return [...others, { type: 'CMOLDEML', effectiveDate, value: null, adhocValue }]
}

function withPhone(phones: PersonPhone[], change: PhoneChange): PersonPhone[] {
  const isMeant = (phone: PersonPhone): boolean =>
    change.action !== 'add' && phone.type === change.type && phone.sequence === change.sequence
  if (change.action === 'delete') return phones.filter((phone) => !isMeant(phone))
  if (phones.some(isMeant)) {
    return phones.map((phone) => (isMeant(phone) ? { ...phone, number: change.number } : phone))
  }
  const sequence = Math.max(0, ...phones.map((phone) => phone.sequence)) + 1
  return [...phones, { type: change.type, number: change.number, sequence }]
}
