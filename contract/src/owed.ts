import { type Cents, cents, noCents } from './money.ts'

/** A§9, C§9. */
export const smallestPayment = cents(100)
export const largestPayment = cents(9_999_999)

/** Of a balance that is too little to be paid by itself. */
export const tooLittleTexts = {
  payer: 'Payments start at {least}, so {amount} is added to your next bill. You can also pay {least} or more now.',
  /** No bill follows. */
  payerOfClosed: 'Payments start at {least}. Pay {amount} at one of our offices, or {least} or more here.',
  clerk: 'Payments start at {least}, so {amount} is added to the next bill.',
  clerkOfClosed: 'Payments start at {least}. The caller can pay {amount} at an office.',
  mark: 'On next bill',
  left: '{amount} left',
} as const

/** The one rule for what is to be paid: less than the smallest payment is owed, too, but waits for the next bill. */
export function isDue(owed: Cents): boolean {
  return owed >= smallestPayment
}

/** Owed, and not due. */
export function isTooLittle(owed: Cents): boolean {
  return owed > 0 && !isDue(owed)
}

/** A bank has still to confirm a payment: until then, nothing says that an account is paid. */
export function isSubmitted({ pendingPayment: pending }: { readonly pendingPayment: Pending | null }): boolean {
  return pending !== null && pending.answersBy !== null
}

interface Pending {
  /** Null while its bank account is verified. */
  readonly answersBy: string | null
}

/** Whether one payment may be of this amount. */
export function isPayable(amount: number): boolean {
  return amount >= smallestPayment && amount <= largestPayment
}

/** As much of it as one payment takes; nothing of a credit. */
export function mostOfOnePayment(owed: Cents): Cents {
  return owed > 0 ? cents(Math.min(owed, largestPayment)) : noCents
}

/** Older debt that is due, so that `Due Now` stands for a date (A§3): a credit of the newest bill counts against it. */
export function isInArrears({ amount, arrearsTotal }: { readonly amount: Cents; readonly arrearsTotal: Cents }) {
  return isDue(arrearsTotal) && isDue(amount)
}
