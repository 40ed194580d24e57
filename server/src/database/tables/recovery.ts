import type { Instant } from '@portal/contract/dates'

/** Wrong names at sign-in and attempts to get back in (migration 0010). */
export interface RecoveryTables {
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
    /** Null until the letter is sent (migration 0032). */
    link_good_until: Instant | null
  }
}
