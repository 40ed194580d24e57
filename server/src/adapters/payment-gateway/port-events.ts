import type { Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { BankReturn } from './port-bank-accounts.ts'
import type { ChargeRecord } from './port-records.ts'

/** An event is only a hint: what happened is what the gateway answers when asked about its tag. Methods never throw. */
export interface GatewayEvents {
  /** Whether it is genuine, recent and about our account. */
  read(body: Uint8Array, headers: Readonly<Record<string, unknown>>): EventRead
  /** Those since then about refunds and disputes, in case some did not arrive. */
  list(since: Instant): Promise<{ outcome: 'listed'; events: GatewayEvent[] } | Unavailable>
  readCharge(tag: string): Promise<Answer<FoundCharge>>
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
  /** `card`: a saved card or bank account. `setup`: what saves one. `mandate`: the authorization to debit one. */
  subject: 'charge' | 'refund' | 'dispute' | 'card' | 'setup' | 'mandate'
  /** The gateway's name for it. */
  tag: string
}

interface Unavailable {
  outcome: 'unavailable'
  reason: string
}

/** `nothing`: the gateway has no such thing. */
export type Answer<Found> = ({ outcome: 'found' } & Found) | { outcome: 'nothing' } | Unavailable

/** What an event is about, by the names that the gateway has for it: ours may have been replaced since. */
export interface AboutCharge {
  /** The gateway's name for the charge. */
  chargeTag: string
  /** Ours for the charge; null when we did not make it. */
  chargeReference: string | null
}

export interface FoundCharge extends AboutCharge {
  /** What was charged, zero when nothing was. */
  charged: Cents
  accounts: ChargeRecord['accounts']
}

export interface FoundRefund extends AboutCharge {
  /** Ours; null for one made in the gateway's console. */
  reference: string | null
  amount: Cents
  /** What all refunds of the charge that were not returned by the bank, maybe days later, add up to. */
  standing: Cents
  /** The gateway's word for why it failed. */
  reason: string
  /** The bank of a bank account has not taken it yet, for days. */
  isOnItsWay?: boolean
}

export interface FoundDispute extends AboutCharge {
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
  /** Of a payment from a bank account, which is gone: why its bank sent it back. */
  returned?: BankReturn
  openedAt: Instant
}
