import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { EnrolmentHandle } from '@portal/contract/sign-up-payload'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StoredContactChange } from './billing.ts'

/** Sign-up under way, and contact changes not yet in the billing system (migrations 0016, 0041). */
export interface EnrolmentTables {
  enrolment: {
    handle: EnrolmentHandle
    session_id: number
    account_id: AccountNumber
    person_id: PersonId
    begun_at: Instant
    expires_at: Instant
    proven_at: Instant | null
    web_user_id: number | null
    /** SHA-256 of what the last step said besides the secrets; null until it has made a customer. */
    said_sha256: Buffer | null
  }
  contact_outbox: {
    id: GeneratedAlways<number>
    change_key: string
    person_id: PersonId
    changed_at: Instant
    change_date: CalendarDate
    detail: ColumnType<StoredContactChange, string>
    next_try_at: Instant
    tries: Generated<number>
    lease_until: Instant | null
    epoch: Generated<number>
    refused_at: Instant | null
    last_error: string | null
  }
}
