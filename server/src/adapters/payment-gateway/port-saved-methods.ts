import type { BankAccount } from '@portal/contract/bank-accounts'
import type { CardBrand } from '@portal/contract/card'
import type { CardFunding } from '@portal/contract/saved-methods'
import type { Deposited, SmallDeposits, VerifyResult } from './port-bank-accounts.ts'
import type { DeclineReason } from './port-declines.ts'

/** For gateways that keep cards, and bank accounts where they debit them. Nothing here charges. Methods never throw because of the gateway or the network. */
export interface MethodKeeper {
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
  /** What the holder of a bank account read on the bank statement. */
  verifySetup(setup: string, deposited: Deposited): Promise<VerifyResult>
  /** As the gateway has it now: a card's bank may have changed number and expiry. @param mandate of a bank account */
  readMethod(method: string, mandate: string | null): Promise<MethodRead>
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
  /** What the gateway's frame made of the card or bank account. */
  token: string
  isBankAccount: boolean
  /** Records the setup's id before it is confirmed. */
  named(setup: string): Promise<boolean>
}

/**
 * `awaitsPayer`: the payer confirms it with the bank, by a secret that only their page may have. `refused`: the bank or
 * the gateway did not agree; nothing was saved, and nothing will be.
 */
export type SetupRead =
  | { outcome: 'saved'; card: KeptMethod }
  /** A bank account, once its holder has said what small deposits were. */
  | { outcome: 'verifying'; bankAccount: BankAccount; deposits: SmallDeposits }
  | { outcome: 'awaitsPayer'; secret: string }
  | { outcome: 'refused'; reason: DeclineReason | 'brand' }
  | Unavailable

/** `gone`: detached, or of a customer that was deleted. `blocked`: a bank account that can't be debited anymore. */
export type MethodRead =
  | { outcome: 'read'; card: KeptMethod }
  | { outcome: 'blocked'; reason: 'bank_blocked' | 'mandate_gone' }
  | { outcome: 'gone' }
  | Unavailable

export type Detached = { outcome: 'detached' } | Unavailable

/** No answer, or none that can be read. `reason` never quotes what was sent. */
interface Unavailable {
  outcome: 'unavailable'
  reason: string
}

export type KeptMethod = KeptCard | KeptBankAccount

/** What may be stored of a bank account. */
export interface KeptBankAccount extends Kept {
  bankAccount: BankAccount
  /** The gateway's name for its holder's authorization; null when it does not say. */
  mandate: string | null
}

interface Kept {
  /** The gateway's name of it. */
  method: string
  customer: string
  lastFour: string
  /** The same for the same number. */
  fingerprint: string
  cardHolder: string
}

/** What may be stored of a card. */
export interface KeptCard extends Kept {
  brand: CardBrand
  /** The last month in which it is good, `YYYY-MM`. */
  expires: string
  funding: CardFunding
  /** Such as `apple_pay`. */
  wallet: string | null
}

/** A saved card or bank account that is to be charged. */
export interface SavedMethodToCharge {
  method: string
  customer: string
  isBankAccount?: boolean
  /** Of a bank account, where it is known. */
  mandate?: string | null
  /** `present`: the payer is at the page and can confirm with the bank. Otherwise for what it is charged without them. */
  payer: 'present' | 'recurring' | 'unscheduled'
}
