import { type SessionKind, sessionKinds } from '@portal/contract/call'
import { Checkout, CheckoutOutcome } from '@portal/contract/checkout'
import { decimalCents, parseDecimalCents } from '@portal/contract/money'
import { z } from 'zod'
import { clearStorage, paymentInFlightKey, readStored, writeStored } from '#session/storage.ts'
import { resultKey } from './stored-result.ts'

/**
 * What the pages of a payment pass on through the tab's storage, under the keys of C§3. It only steers the interface
 * and is never trusted (R5); without storage the result page asks the server instead. Of the card it holds only the last
 * four digits.
 */
const keys = { payNow: 'paynow', result: resultKey, inFlight: paymentInFlightKey } as const

/** Clears the storage and marks the visit as Pay Now (C§2.1). A payment in flight stays. */
export function beginPayNow(): void {
  clearStorage()
  writeStored('tab', keys.payNow, 'true')
}

/** Ends the Pay Now visit, because a signed-in customer goes on. */
export function endPayNow(): void {
  writeStored('tab', keys.payNow, null)
}

/** Whether Go Back on the result page leads to Pay Now (C§2.8). */
export function isPayNowVisit(): boolean {
  return readStored('tab', keys.payNow) !== null
}

/** A payment that is being sent: the session that pays, and the idempotency key. */
interface PaymentInFlight {
  readonly as: SessionKind
  readonly key: string
}

/** Remembers a payment that is being sent, so that a reloaded page can ask for its outcome. */
export function rememberPaymentInFlight({ as, key }: PaymentInFlight): void {
  writeStored('tab', keys.inFlight, `${as} ${key}`)
}

export function paymentInFlight(): PaymentInFlight | null {
  const [kind, key] = readStored('tab', keys.inFlight)?.split(' ') ?? []
  const as = sessionKinds.find((known) => known === kind)
  return as && key ? { as, key } : null
}

export function forgetPaymentInFlight(): void {
  writeStored('tab', keys.inFlight, null)
}

/** The approval flag of each outcome (C§3). The others are ours: neither `true` nor `false` would be (R19). */
const approvals = {
  approved: 'true',
  declined: 'false',
  serverFailed: 'serverFailed',
  beingConfirmed: 'beingConfirmed',
  reversed: 'reversed',
  refunded: 'refunded',
  verifying: 'verifying',
  submitted: 'submitted',
  returned: 'returned',
} as const satisfies Record<CheckoutOutcome, string>

/** A payment's outcome under the names of C§3 and of the gateway (A§7); what has no name there is beside `data`. */
const StoredResult = Checkout.pick({
  publicId: true,
  startedAt: true,
  decidedAt: true,
  message: true,
  shortNumber: true,
  receiptNumber: true,
  confirmationEmail: true,
  accounts: true,
  fee: true,
  bankAccount: true,
  bank: true,
}).extend({
  data: z.object({
    Transaction_Approved: z.enum(approvals),
    CardType: Checkout.shape.cardBrand,
    /** `120.50` */
    DollarAmount: z.string(),
    Currency: Checkout.shape.currency,
    CardHoldersName: z.string(),
    /** `############1111` */
    Card_Number: z.string(),
    Reference_No: z.string(),
    Authorization_Num: z.string().nullable(),
    Transaction_Tag: z.string().nullable(),
  }),
})

/** Stores an outcome for the result page (C§2.8). */
export function keepResult(checkout: Checkout): void {
  const { outcome, amount, currency, cardBrand, cardHolderName, maskedCardNumber, ...more } = checkout
  const { referenceNumber, authorizationNumber, transactionTag, ...rest } = more
  const stored: z.input<typeof StoredResult> = {
    data: {
      Transaction_Approved: approvals[outcome],
      CardType: cardBrand,
      DollarAmount: decimalCents(amount),
      Currency: currency,
      CardHoldersName: cardHolderName,
      Card_Number: maskedCardNumber,
      Reference_No: referenceNumber,
      Authorization_Num: authorizationNumber,
      Transaction_Tag: transactionTag,
    },
    ...rest,
  }
  writeStored('tab', keys.result, JSON.stringify(stored))
}

/** Reads and removes the stored outcome (C§4): null when there is none, `unreadable` when it cannot be parsed. */
export function takeResult(): Checkout | 'unreadable' | null {
  const text = readStored('tab', keys.result)
  writeStored('tab', keys.result, null)
  if (text === null) return null
  try {
    return checkoutOf(StoredResult.parse(JSON.parse(text)))
  } catch {
    return 'unreadable'
  }
}

/** @throws ZodError for a result that is none */
function checkoutOf({ data, ...rest }: z.output<typeof StoredResult>): Checkout {
  return Checkout.parse({
    ...rest,
    outcome: CheckoutOutcome.options.find((outcome) => approvals[outcome] === data.Transaction_Approved),
    amount: parseDecimalCents(data.DollarAmount),
    currency: data.Currency,
    cardBrand: data.CardType,
    cardHolderName: data.CardHoldersName,
    maskedCardNumber: data.Card_Number,
    referenceNumber: data.Reference_No,
    authorizationNumber: data.Authorization_Num,
    transactionTag: data.Transaction_Tag,
  })
}
