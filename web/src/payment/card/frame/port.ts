import type { BankHolder, PayMethod } from '@portal/contract/bank-accounts'

/** The browser's half of a gateway into whose own frame people type what they pay with. */
export interface GatewayFrame {
  /** Shows the fields there. @throws Error when they do not come */
  mount(place: Place): Promise<MountedFrame>
  /** Lets the bank ask its customer, in a window of its own over the page. @param secret of a charge or of a card to save */
  confirm(secret: string): Promise<void>
}

/** Once for the page. @param start as the server's half gives it. @throws Error when the gateway's script does not come */
export type LoadFrame = (start: Readonly<Record<string, string>>) => Promise<GatewayFrame>

/** The fields in the page. */
export interface MountedFrame {
  /** Whether what is typed there is complete. If not, the frame says what is missing. */
  isComplete(): Promise<boolean>
  /** Null when the frame says why there is none. */
  makeToken(payer: Payer): Promise<string | null>
  /** In cents. */
  changeAmount(amount: number): void
  /** Whether the payment saves what it is paid with: the bank is told so when it is made. */
  willSave(isToSave: boolean): void
  remove(): void
}

/** Typed into fields of ours, and handed over with the token. */
export interface Payer {
  readonly name: string
  /** Of a card. */
  readonly zip?: string
  /** Of a bank account. */
  readonly holder?: BankHolder
}

interface Place {
  readonly element: HTMLElement
  /** What people pay with there. */
  readonly method: PayMethod
  /** In cents; null for what is saved without a payment. */
  readonly amount: number | null
  readonly locale: string
  /** The payer is on the phone: the clerk's own wallet is not offered. */
  readonly byPhone: boolean
}
