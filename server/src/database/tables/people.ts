import type { AdminLevel } from '@portal/contract/admin-levels'
import type { SessionKind } from '@portal/contract/call'
import type { ContactEdit } from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { HumanCheckPurpose } from '@portal/contract/human-check'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { EnrollmentHandle } from '@portal/contract/sign-up-payload'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface PeopleTables {
  // The logins of customers and administrators (migrations 0009, 0015).
  security_question: {
    id: number
    text: string
    position: number
  }
  web_user: {
    id: Generated<number>
    person_id: PersonId
    username: string
    password_hash: string
    security_question_id: number
    security_answer_hash: string
    wrong_passwords: Generated<number>
    locked_at: Instant | null
    created_at: Instant
    password_changed_at: Instant
    question_changed_at: Instant
    signed_in_at: Instant | null
    details_version: Generated<number>
    password_is_given: Generated<boolean>
    /** Migration 0061. */
    texts_name_amounts: Generated<boolean>
    /** Of emails and texts; null is the utility's own. */
    language: string | null
  }
  admin_user: {
    id: Generated<number>
    username: string
    email: string
    level: AdminLevel
    password_hash: string
    created_at: Instant
    password_changed_at: Instant
    signed_in_at: Instant | null
    second_factor_secret: Buffer | null
    second_factor_step: number | null
    password_is_given: Generated<boolean>
  }
  known_browser: {
    id: Generated<number>
    token_sha256: Buffer
    web_user_id: number | null
    admin_user_id: number | null
    wrong_passwords: Generated<number>
    expires_at: Instant
  }
  admin_touch: {
    id: Generated<number>
    admin_user_id: number
    touched_by: number
    touched_at: Instant
  }
  admin_recovery_code: {
    admin_user_id: number
    code_sha256: Buffer
  }

  // Sessions, their accounts, used human checks, counts of attempts (migrations 0001, 0006, 0009, 0026, 0041).
  session: {
    id: Generated<number>
    token_sha256: Buffer
    kind: SessionKind
    created_at: Instant
    last_seen_at: Instant
    expires_at: Instant
    web_user_id: number | null
    admin_user_id: number | null
    /** In plain words; null for guests. */
    device: string | null
    client_address: string | null
  }
  session_account: {
    session_id: number
    account_id: AccountNumber
    opened_at: Instant
    /** Below zero for a credit; null when nothing was shown yet. */
    shown_due_cents: Generated<Cents | null>
  }
  spent_human_check: {
    id: string
    expires_at: Instant
  }
  session_human_check: {
    session_id: number
    purpose: HumanCheckPurpose
    check_id: string
    expires_at: Instant
  }
  rate_limit: {
    key: string
    points: number
    /** Milliseconds since 1970. */
    expire: number | null
  }

  // Wrong names at sign-in and attempts to get back in.
  unknown_login: {
    name_digest: Buffer
    wrong_passwords: number
    tried_at: Instant
  }
  recovery: {
    handle: string
    purpose: 'password' | 'username'
    session_id: number
    web_user_id: number
    started_at: Instant
    expires_at: Instant
    mailed_to: string | null
    token_sha256: Buffer | null
    /** Null until the email is sent. */
    link_good_until: Instant | null
  }

  // Sign-up under way, and contact changes not yet in the billing system (migrations 0016, 0041).
  enrolment: {
    handle: EnrollmentHandle
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
    detail: ColumnType<ContactEdit, string>
    next_try_at: Instant
    tries: Generated<number>
    lease_until: Instant | null
    epoch: Generated<number>
    refused_at: Instant | null
    last_error: string | null
  }
}
