import type { Instant } from '@portal/contract/dates'
import type { Generated, GeneratedAlways } from 'kysely'

/** What came back of emails. */
export interface EmailTroubleTable {
  id: GeneratedAlways<number>
  email: `${'notification' | 'email'} ${number}`
  kind: 'failed' | 'complained'
  address: string
  status: string | null
  effect: 'stop' | 'count' | 'alarm'
  at: Instant
}

/** The outbox of emails (migrations 0005, 0010); each is kept for 90 days. */
export interface MessageTables {
  email_trouble: EmailTroubleTable
  email: {
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
    came_back_at: Generated<Instant | null>
  }
}
