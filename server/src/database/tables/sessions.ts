import type { SessionKind } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import type { HumanCheckPurpose } from '@portal/contract/human-check'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { Generated } from 'kysely'

/**
 * Sessions, the accounts opened to them, spent human checks and counts of tries (migrations 0001, 0006, 0009, 0026,
 * 0041).
 */
export interface SessionTables {
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
    /** What the session was last shown as owed on it, below zero for a credit; null when nothing was shown yet. */
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
}
