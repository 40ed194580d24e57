import type { BroadcastState } from '@portal/contract/broadcasts-texts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { NotificationKind, MessageKind, NotificationChannel } from '@portal/contract/notifications'
import type { PaperlessEnd } from '@portal/contract/paperless'
import type { ReplyWord } from '@portal/contract/text-messages'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export const notificationStates = [
  'HELD',
  'READY',
  'HANDING_OVER',
  'ACCEPTED',
  'DELIVERED',
  'UNDELIVERED',
  'REFUSED',
  'UNKNOWN',
  'DROPPED',
] as const
export type NotificationState = (typeof notificationStates)[number]

/** `DROPPED`: a person decided against it, and its messages are still to be dropped. `DONE`: none is held anymore. */
export type RunState = 'FINDING' | 'WAITING' | 'OPEN' | 'DROPPED' | 'DONE'

/** What a message says, by what it is about; a test says nothing. */
export type NotificationFacts = BillFacts | PaymentFacts | AnnouncementFacts

export interface BillFacts {
  dueOn: CalendarDate
  /** Of the bill. */
  total: Cents
  /** When it was found. */
  owed: Cents
}

/** Of a payment, a charge or a card. */
export interface PaymentFacts {
  amount?: Cents
  /** The day of what happened or is to come; of a payment made here, the moment. */
  on?: CalendarDate
  at?: Instant
}

/** Of a broadcast, which has them for all its messages. */
export interface AnnouncementFacts {
  subject: string
  body: string
  /** Of the text message. */
  words: string
}

/** Migrations 0060 to 0065 explain each table. */
export interface NotificationTables {
  notification_choice: {
    web_user_id: number
    account_id: AccountNumber
    kind: NotificationKind
    channel: NotificationChannel
    words: string
    chosen_at: Instant
    chosen_from: string
  }
  proven_address: {
    web_user_id: number
    channel: NotificationChannel
    address: string
    secret_sha256: Buffer | null
    secret_until: Instant | null
    wrong_tries: Generated<number>
    proven_at: Instant | null
    code_reference: Generated<string | null>
    code_trouble: Generated<string | null>
  }
  /** Migration 0076. */
  text_reply: {
    id: GeneratedAlways<number>
    provider_id: string
    number: string
    words: string
    meant: ReplyWord
    at: Instant
  }
  text_answer: { number: string; answered_at: Instant }
  stopped_choice: {
    web_user_id: number
    account_id: AccountNumber
    kind: NotificationKind
    channel: NotificationChannel
    stopped_at: Instant
  }
  stopped_address: {
    id: GeneratedAlways<number>
    channel: NotificationChannel
    address: string
    why: 'stop' | 'bounced' | 'complained' | 'undelivered'
    since: Instant
  }
  notification_scan: {
    id: GeneratedAlways<number>
    import_id: number
    day: CalendarDate
    after_account: Generated<string>
    begun_at: Instant
    done_at: Generated<Instant | null>
    lease_until: Generated<Instant | null>
    epoch: Generated<number>
  }
  notification_run: {
    scan_id: number
    kind: NotificationKind
    found: Generated<number>
    state: RunState
    release_at: Generated<Instant | null>
    decision: Generated<'release' | 'drop' | null>
    decided_by: Generated<string | null>
    decided_at: Generated<Instant | null>
  }
  notification: {
    id: GeneratedAlways<number>
    kind: MessageKind
    web_user_id: number
    account_id: AccountNumber
    cause: string
    channel: NotificationChannel
    scan_id: number | null
    facts: JSONColumnType<NotificationFacts>
    state: NotificationState
    reason: Generated<string | null>
    address: Generated<string | null>
    found_at: Instant
    due_at: Instant | null
    expires_at: Instant
    tries: Generated<number>
    lease_until: Generated<Instant | null>
    epoch: Generated<number>
    settled_at: Generated<Instant | null>
    broadcast_id: Generated<number | null>
  }
  broadcast: {
    id: GeneratedAlways<number>
    state: Generated<BroadcastState>
    version: Generated<number>
    subject: string
    body: string
    text_words: string
    channels: NotificationChannel[]
    villages: string[] | null
    written_by: number
    written_by_name: string
    written_at: Instant
    asked_by: Generated<number | null>
    asked_by_name: Generated<string | null>
    asked_at: Generated<Instant | null>
    approved_by_name: Generated<string | null>
    approved_at: Generated<Instant | null>
    stopped_by_name: Generated<string | null>
    stopped_at: Generated<Instant | null>
    after_user: Generated<number>
    found: Generated<number>
    found_all_at: Generated<Instant | null>
    lease_until: Generated<Instant | null>
    epoch: Generated<number>
    done_at: Generated<Instant | null>
  }
  /** Migration 0063. */
  paperless_choice: {
    id: GeneratedAlways<number>
    web_user_id: number
    account_id: AccountNumber
    words: string
    agreed_at: Instant
    agreed_from: string
    started_at: Instant | null
    confirmed_on: Generated<CalendarDate | null>
    ended_on: Generated<CalendarDate | null>
    ended_why: Generated<PaperlessEnd | null>
    address: Generated<string | null>
    trouble: Generated<'stopped' | 'unproven' | 'none' | null>
    trouble_since: Generated<Instant | null>
    compared_import: Generated<number>
  }
  notification_pace: { channel: NotificationChannel; free_at: Instant }
}
