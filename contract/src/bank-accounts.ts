import { z } from 'zod'
import { cardMessages, holdsNoCardNumber } from './card.ts'

export const BankAccountType = z.enum(['checking', 'savings'])
export type BankAccountType = z.infer<typeof BankAccountType>

/** Small deposits by which a holder shows that an account is theirs: one whose statement line has a code, or two. */
export const DepositKind = z.enum(['code', 'amounts'])
export type DepositKind = z.infer<typeof DepositKind>

/**
 * Why a bank sent a debit back (Nacha's codes). `funds`: one more try is allowed. `account`: closed, wrong or frozen.
 * `stopped`: by order of the holder. `unauthorized`: the holder says so, or has revoked it. `terms`: another amount or
 * day than agreed. `company`: a business has to allow the debit first. `person`: the holder died. `other`: no further try.
 */
export const ReturnReason = z.enum([
  'funds',
  'account',
  'stopped',
  'unauthorized',
  'terms',
  'company',
  'person',
  'other',
])
export type ReturnReason = z.infer<typeof ReturnReason>

/** What a payer reads of it. "Unauthorized" is never said: it would accuse them. */
export const returnWords = {
  funds: 'There was not enough money in the account.',
  account: 'The bank could not use this account. Check its details with your bank.',
  stopped: 'The payment was stopped at the bank.',
  unauthorized: 'The bank did not allow this payment. Call us if you did not expect that.',
  terms: 'The bank did not allow this payment. Call us if you did not expect that.',
  company: 'The bank does not allow us to debit this business account. Ask your bank to allow it.',
  person: 'The bank could not use this account.',
  other: 'The bank gave no reason that we can show. Ask your bank.',
} as const satisfies Record<ReturnReason, string>

/** An account that was found in the gateway's own frame: its number never comes to us. */
export const BankToken = z.object({
  bankToken: z.string().regex(/^\w{1,200}$/, 'Choose a bank account.'),
  accountHolderName: z
    .string()
    .trim()
    .min(1, 'Enter the account holder name.')
    .max(100, 'Enter the account holder name.')
    .refine(holdsNoCardNumber, cardMessages.holder),
})
export type BankToken = z.infer<typeof BankToken>

/** What is known of a bank account. */
export const BankAccount = z.object({
  bankName: z.string(),
  accountType: BankAccountType,
  lastFour: z.string(),
})
export type BankAccount = z.infer<typeof BankAccount>

/** How a bank account is named to everyone. */
export const bankAccountWords = {
  checking: '{bankName}, checking ending in {lastFour}',
  savings: '{bankName}, savings ending in {lastFour}',
} as const satisfies Record<BankAccountType, string>
