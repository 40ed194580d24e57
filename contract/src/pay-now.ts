import { z } from 'zod'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { HumanCheckAnswer, humanCheckProblems } from './human-check.ts'
import { AccountNumber } from './ids.ts'
import { Cents } from './money.ts'
import { payNowTexts } from './pay-now-texts.ts'
import { unspaced } from './text.ts'
import { typedProof } from './typed-proof.ts'
import { divisionLength } from './utility.ts'

// Kept apart from the schemas, so that a page that only shows the texts need not load a schema library.
export { payNowTexts }

/** Bank payments of an account that the bank has not answered yet, all together. */
export const PendingPayment = z.object({
  amount: Cents,
  /** The bank has answered by then; null while the payer has not confirmed the bank account. */
  answersBy: Instant.nullable(),
})
export type PendingPayment = z.infer<typeof PendingPayment>

/** What a payer sees of an account before paying: what is owed, and whether a card may pay it (C§3 account row). */
export const PayableAccount = z.object({
  accID: AccountNumber,
  /** `RESID` is residential, anything else is not. */
  className: z.string(),
  /** For a guest masked like the address (C§2.6). */
  serviceLocation: z.string(),
  /** Less what a bank is about to pay (`pendingPayment`), once its account is confirmed. */
  amount: Cents,
  dueDate: CalendarDate.nullable(),
  /** Arrears (`Due Now`), or the date has passed. */
  isDueDateRed: z.boolean(),
  arrearsTotal: Cents,
  /** False for a closed account: it has no new bills, but what is owed on it can still be paid (C§2.5). */
  isActive: z.boolean(),
  /** Y means that the billing system takes no cards for this account (C§3). */
  cashOnlyFlag: z.enum(['Y', 'N']),
  /** A card payment for this account is still being confirmed, so it must not be paid again yet (R19). */
  isBeingPaid: z.boolean(),
  /** Paying more is allowed, and only on purpose (`payAnyway` of CheckoutRequest); null without any. */
  pendingPayment: PendingPayment.nullable(),
  /** Too many payments of this account were returned by banks: it can be paid by card only. */
  isBankBlocked: z.boolean(),
})
export type PayableAccount = z.infer<typeof PayableAccount>

/** C§5; with another proof where the profile has one. */
export const AccountToFind = z.object({
  accountId: z.string().overwrite(unspaced).min(1, payNowTexts.accountRequired).pipe(AccountNumber),
  ...typedProof('payNow', payNowTexts.zipRequired),
})

/**
 * Opens the account to the guest session. `result.details` has what is on file, masked (R31), or the sentence to show.
 * Without `humanCheck`, the answer submitted before counts.
 */
export const validateAccount = call({
  method: 'POST',
  path: '/api/v1/validate-account',
  group: 'pay-now',
  summary: 'Find the account to pay by its number and billing zip code, or the proof of the profile (C§2.6, C§7)',
  access: 'guest',
  needsRightClock: true,
  switch: 'payNow',
  body: AccountToFind.extend({ division: z.string().max(divisionLength), humanCheck: HumanCheckAnswer.optional() }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({
        status: z.literal('Success'),
        details: z.object({ Name: z.string(), Address: z.string(), EmailID: z.string() }),
        account: PayableAccount,
      }),
      z.object({ status: z.literal('Failed'), details: z.string() }),
    ]),
  }),
  problems: humanCheckProblems,
})

/** Pay Now repeats it while the account is being paid (R19): it takes no human check and opens no session. */
export const readAccountToPay = call({
  method: 'POST',
  path: '/api/v1/account-to-pay',
  group: 'pay-now',
  summary: 'The current balance of the account that was found (C§2.6, R19)',
  access: 'payer',
  isPassive: true,
  body: z.object({ accountId: AccountNumber }),
  reply: PayableAccount,
  problems: {},
})

export const tenderTexts = {
  unknownType: 'This account can’t be paid this way.',
  unknownAccount: 'We couldn’t find this account.',
} as const

/** The tender type is a payment source, CCV, CCD or CCM; 'Failed' for any other. */
export const validateTender = call({
  method: 'POST',
  path: '/api/v1/validate',
  group: 'dashboard',
  summary: 'Check if an account takes cards or is cash only (A§7, C§7, R11)',
  access: 'payer',
  body: z.object({ accountId: AccountNumber, tenderType: z.string().trim().max(20) }),
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), cashOnlyFlag: z.enum(['Y', 'N']) }),
      z.object({ status: z.literal('Failed'), description: z.string() }),
    ]),
  }),
  problems: {},
})
