import type { Instant } from '@portal/contract/dates'
import type { MobileNumber, ReadReply } from '@portal/contract/text-messages'
import type { Checked } from '../checked.ts'

/** Methods never throw because of the provider or the network. No reason has a number or a text in it. */
export interface TextMessages {
  /** Milliseconds after which the answer to `send` comes no more. */
  readonly timeout: number
  /** Once, without retries. Whoever finds the reference recorded only looks for the text. */
  send(text: TextToSend): Promise<SendResult>
  /** What became of a text whose answer was lost. */
  find(text: LostText): Promise<FindResult>
  /** Whether a call of `textEventsPath` is genuine, and what it tells. It may come again, late, and before `send` ends. */
  read(call: TextEventCall): TextEvent
  /** What each such call is answered with, once what it tells is stored. */
  readonly receipt: { type: string; body: string }
  /** Tries what texting needs, and sends nothing. */
  check(): Promise<Checked[]>
}

export interface TextToSend {
  to: MobileNumber
  body: string
  /** Ours, unique forever: at most 64 letters, digits, dashes and underscores. Reports about the text have it. */
  reference: string
  /** A text that the provider could not pass on by then is dropped. */
  goodForSeconds: number
}

/** `notSent`: surely not handed over, so it may be sent again later. `unknown`: never send it again; `find` it. */
export type SendResult =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; trouble: TextTrouble; code: string }
  | { outcome: 'notSent'; reason: string }
  | { outcome: 'unknown'; reason: string }

/**
 * Why a text does not arrive:
 * - `stopped`: the number has replied STOP.
 * - `notMobile`: it can’t get texts, or there is no such number.
 * - `blocked`: the phone or its carrier takes none of ours.
 * - `unreachable`: the phone is off or out of reach.
 * - `filtered`: carriers take the text for spam.
 * - `sender`: our account or its registration is at fault, so no text arrives.
 * - `late`, `busy`: it waited too long, or too many wait.
 */
export type TextTrouble =
  | 'stopped'
  | 'notMobile'
  | 'blocked'
  | 'unreachable'
  | 'filtered'
  | 'sender'
  | 'late'
  | 'busy'
  | 'other'

/** In this order, and never back: reports come in any. Some carriers report nothing, so `sent` may be the last one. */
export const textStates = ['accepted', 'sent', 'undelivered', 'delivered'] as const

/** `trouble` and `code` say why it is `undelivered`. */
export interface TextReport {
  /** The provider’s name for the text. */
  id: string
  state: (typeof textStates)[number]
  trouble: TextTrouble | null
  code: string | null
}

export interface LostText extends Omit<TextToSend, 'goodForSeconds'> {
  sentAt: Instant
}

/** `absent` proves nothing: a text may be listed late. */
export type FindResult =
  | ({ outcome: 'found' } & TextReport)
  | { outcome: 'absent' }
  | { outcome: 'unavailable'; reason: string }

export interface TextEventCall {
  /** Path and query, just as they came. */
  url: string
  headers: Readonly<Record<string, unknown>>
  /** The fields of the body’s form. */
  params: unknown
}

/**
 * `reply`: a person has texted us. Repeats have the same `id`. `isAnswered`: the provider has already answered by itself.
 * `ignored`: genuine, and says nothing to us.
 */
export type TextEvent =
  | ({ outcome: 'report'; reference: string } & TextReport)
  | ({ outcome: 'reply'; id: string; from: MobileNumber; words: string; isAnswered: boolean } & ReadReply)
  | { outcome: 'ignored'; reason: string }
  | { outcome: 'refused'; reason: string }
