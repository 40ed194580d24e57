import type { Instant } from '@portal/contract/dates'
import type { Generated } from 'kysely'

/** The outbox of emails (migrations 0005, 0010); each is kept for 90 days. */
export interface MessageTables {
  letter: {
    id: Generated<number>
    kind: string
    dedupe_key: string
    recipient: string
    subject: string
    body_text: string
    body_html: string
    queued_at: Instant
    next_try_at: Instant
    tries: Generated<number>
    lease_until: Instant | null
    epoch: Generated<number>
    delivered_at: Instant | null
    refused_at: Instant | null
    last_error: string | null
    link_nonce: string | null
  }
}
