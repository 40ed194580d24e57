import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'

/** An event is only a hint: what happened is what the gateway answers when asked about its tag. Methods never throw. */
export interface GatewayEvents {
  /** Whether it is genuine, recent and about our account. */
  read(body: Uint8Array, headers: Readonly<Record<string, unknown>>): EventRead
  /** Those since then about refunds and disputes, in case some did not arrive. */
  list(since: Instant): Promise<{ outcome: 'listed'; events: GatewayEvent[] } | Unavailable>
  readRefund(tag: string): Promise<Answer<FoundRefund>>
  readDispute(tag: string): Promise<Answer<FoundDispute>>
}

/** `ignored`: genuine, but of another mode or account, or of a kind that says nothing to us. */
export type EventRead =
  | { outcome: 'read'; event: GatewayEvent }
  | { outcome: 'ignored'; reason: string }
  | { outcome: 'refused'; reason: string }

export interface GatewayEvent {
  /** The gateway's: repeats have the same. */
  id: string
  subject: 'charge' | 'refund' | 'dispute' | 'card'
  /** The gateway's name for that charge, refund or dispute. */
  tag: string
}

interface Unavailable {
  outcome: 'unavailable'
  reason: string
}

/** `nothing`: the gateway has no such thing. */
export type Answer<Found> = ({ outcome: 'found' } & Found) | { outcome: 'nothing' } | Unavailable

export interface FoundRefund {
  /** Ours; null for one made in the gateway's console. */
  reference: string | null
  /** The card's bank returned it, maybe days after it was made. */
  isFailed: boolean
  /** The gateway's word for why. */
  reason: string
}

export interface FoundDispute {
  chargeTag: string
  /** Null for a warning, which is about the whole charge. */
  amount: Cents | null
  /**
   * `warned`: the bank suspects fraud; `asked`: it asks before it decides; until then no money has moved. `open`: the
   * gateway holds the money back until the bank decides. `closed`: nothing came of it. `unclear`: in a word not known.
   */
  state: 'warned' | 'asked' | 'open' | 'won' | 'lost' | 'closed' | 'unclear'
  /** The gateway's words for why. */
  reason: string
  evidenceDueAt: Instant | null
  openedAt: Instant
}
