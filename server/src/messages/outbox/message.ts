import type { Instant } from '@portal/contract/dates'
import type { emailTroubles } from '@portal/contract/email-reports'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { MessageKind, NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { NotificationFacts } from '../../database/tables/notifications.ts'
import type { EmailName } from './names.ts'

/** A message as a worker leased it. */
export interface Leased {
  id: number
  kind: MessageKind
  webUserId: number
  personId: PersonId
  accountId: AccountNumber
  cause: string
  facts: NotificationFacts
  /** In texts. */
  namesAmounts: boolean
  /** Null for the utility's own. */
  language: string | null
  expiresAt: Instant
  epoch: number
}

export interface Drop {
  message: Leased
  reason: DropReason
}

/**
 * Why a message never leaves. `gone`: an import took its cause back; another may bring it again. `undone`: such as a payment
 * that was refunded. `receipt`: the same address has another email about it.
 */
export type DropReason =
  | 'gone'
  | 'undone'
  | 'paid'
  | 'receipt'
  | 'late'
  | 'not_holder'
  | 'not_wanted'
  | 'no_address'
  | 'unproven'
  | 'stopped'
  | 'broadcast_stopped'

/** Of the row's columns `facts` and `broadcast_id`: a broadcast has them for all its messages. */
export const factsNow = sql<NotificationFacts>`coalesce((
  select jsonb_build_object('subject', subject, 'body', body, 'words', text_words)
  from broadcast where broadcast.id = broadcast_id), facts)`

/** By which to wake the delivery, once the transaction that queued an email has committed. */
export const emailWork = 'emails'

/** By which to wake them. */
export const notificationWork: Readonly<Record<NotificationChannel, string>> = {
  email: 'notification emails',
  text: 'notification texts',
}

/** What became of one of our emails, as a mail server or a mailbox provider reports it. */
export interface EmailReport {
  email: EmailName
  kind: (typeof emailTroubles)[number]
  /** RFC 3463; null when it was not told. */
  status: string | null
}
