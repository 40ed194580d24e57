import type { Generated } from 'kysely'

/** The outbox of letters (migrations 0005, 0010). */
export interface MailTables {
  letter: {
    id: Generated<number>
    kind: string
    dedupe_key: string
    recipient: string
    subject: string
    body_text: string
    body_html: string
    queued_at: string
    next_try_at: string
    tries: Generated<number>
    lease_until: string | null
    epoch: Generated<number>
    delivered_at: string | null
    refused_at: string | null
    last_error: string | null
    link_nonce: string | null
  }
}
