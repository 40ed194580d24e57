import type { CardBrand } from '@portal/contract/card'
import type { CardFunding } from '@portal/contract/saved-cards'
import type { DeclineReason } from './port-declines.ts'

/** For gateways that keep cards. Nothing here charges. Methods never throw because of the gateway or the network. */
export interface CardKeeper {
  /** Cards of live mode and of test mode mean nothing to each other. */
  readonly isLive: boolean
  /** Whoever asks again with the same key gets the same customer. */
  makeCustomer(customer: NewCustomer): Promise<CustomerMade>
  /** Has the card's bank agree to later charges. Nothing is saved when `named` is false or fails. */
  save(request: SaveRequest): Promise<SetupRead>
  /** What became of a setup, or of a charge that was to save its card. */
  readSetup(setup: string): Promise<SetupRead>
  /** Nobody can finish it anymore, unless it is saved already. */
  giveUp(setup: string): Promise<SetupRead>
  /** As the gateway has the card now: its bank may have changed number and expiry. */
  readCard(method: string): Promise<CardRead>
  /** Nobody can charge the card after that. `detached` also when it was so before. */
  detach(method: string): Promise<Detached>
}

export interface NewCustomer {
  key: string
  /** For people who look for it at the gateway; no name and no address. */
  reference: string
}

export type CustomerMade = { outcome: 'made'; customer: string } | Unavailable

export interface SaveRequest {
  /** Unique forever: a repeat with it saves nothing more. */
  key: string
  customer: string
  /** What the gateway's frame made of the card. */
  token: string
  /** Records the setup's id before it is confirmed. */
  named(setup: string): Promise<boolean>
}

/**
 * `awaitsPayer`: the payer confirms it with the bank, by a secret that only their page may have. `refused`: the bank or
 * the gateway did not agree; nothing was saved, and nothing will be.
 */
export type SetupRead =
  | { outcome: 'saved'; card: KeptCard }
  | { outcome: 'awaitsPayer'; secret: string }
  | { outcome: 'refused'; reason: DeclineReason | 'brand' }
  | Unavailable

/** `gone`: detached, or of a customer that was deleted. */
export type CardRead = { outcome: 'read'; card: KeptCard } | { outcome: 'gone' } | Unavailable

export type Detached = { outcome: 'detached' } | Unavailable

/** No answer, or none that can be read. `reason` never quotes what was sent. */
interface Unavailable {
  outcome: 'unavailable'
  reason: string
}

/** What may be stored of a card. */
export interface KeptCard {
  /** The gateway's name of the card. */
  method: string
  customer: string
  brand: CardBrand
  lastFour: string
  /** The last month in which it is good, `YYYY-MM`. */
  expires: string
  funding: CardFunding
  /** Such as `apple_pay`. */
  wallet: string | null
  /** The same for the same number. */
  fingerprint: string
  cardHolder: string
}

/** A saved card that is to be charged. */
export interface SavedCardToCharge {
  method: string
  customer: string
  /** `present`: the payer is at the page and can confirm with the bank. Otherwise for what it is charged without them. */
  payer: 'present' | 'recurring' | 'unscheduled'
}
