import type { AdminLevel } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type { Generated } from 'kysely'

/** The logins of customers and administrators (migrations 0009, 0015). */
export interface PeopleTables {
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
    /** Staff have set the password. */
    password_is_given: Generated<boolean>
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
    /** Somebody else has set the password. */
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
}
