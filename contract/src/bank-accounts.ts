import { z } from 'zod'
import { CardBrand, cardWords } from './card.ts'
import { type CalendarDate, formatDate } from './dates.ts'
import type { Language } from './language.ts'
import { type Cents, dollars } from './money.ts'

export const BankAccountType = z.enum(['checking', 'savings'])
export type BankAccountType = z.infer<typeof BankAccountType>

/** When the balance falls: as soon as a payment is submitted, or once the bank has paid. */
export const bankCredits = ['submission', 'settlement'] as const
export type BankCredit = (typeof bankCredits)[number]

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

const accountHolder = 'Enter the account holder name.'

/** Account numbers have as few as four digits. */
const longNumber = /\p{Nd}(?:[\p{Zs}\p{Pd}]*\p{Nd}){3}/u

/** An account that was found in the gateway's own frame: its number never comes to us. */
export const BankToken = z.object({
  bankToken: z.string().regex(/^\w{1,200}$/, 'Choose a bank account.'),
  accountHolderName: z
    .string()
    .trim()
    .min(1, accountHolder)
    .max(100, accountHolder)
    .refine((name) => !longNumber.test(name), 'Enter the account holder name, without an account number.'),
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

/** The ways to pay once, chosen before anything is typed. */
export const payMethods = { card: 'Card', bank: 'Bank account' } as const
export type PayMethod = keyof typeof payMethods

/** A person or a business, which banks treat by rules of their own. */
export const bankHolders = { individual: 'Personal', company: 'Business' } as const
export type BankHolder = keyof typeof bankHolders

export const payAmount = 'Pay {amount}'

/** What a payer authorizes by pressing the button that it names, once for this amount. */
export interface DebitFacts {
  readonly utility: string
  /** Where it can be canceled. */
  readonly phone: string
  readonly amount: Cents
  /** Today for the utility. */
  readonly from: CalendarDate
  readonly holder: BankHolder
  readonly locale: string
}

const debitWords = {
  individual:
    'By pressing {button}, I authorize {utility} to debit my bank account once for {amount} on or after {date}. I can ask to cancel at {phone} until the debit is sent to my bank.',
  company:
    'By pressing {button}, I authorize {utility} to debit the bank account of my business once for {amount} on or after {date}. I may authorize this for the business, and it agrees to the Nacha rules. I can ask to cancel at {phone} until the debit is sent to the bank.',
} as const satisfies Record<BankHolder, string>

/** The words of an authorization: the same on the page, in the records and in the payer’s copy. */
export function debitAuthorization({ t }: Pick<Language, 't'>, { holder, locale, ...facts }: DebitFacts): string {
  const amount = dollars(facts.amount, locale)
  return t(debitWords[holder], {
    button: t(payAmount, { amount }),
    utility: facts.utility,
    amount,
    date: formatDate(facts.from, locale),
    phone: facts.phone,
  })
}

/** Longer than any words of `debitAuthorization`. */
export const longestAuthorization = 2_000

/** What people know a card or bank account by: one of the two. */
export const PaidWith = z.object({
  brand: CardBrand.nullable(),
  bankAccount: BankAccount.nullable(),
  lastFour: z.string(),
})
export type PaidWith = z.infer<typeof PaidWith>

/** The words for it, to be filled with its values, and its one form everywhere. */
export function wordsOfMethod({ brand, bankAccount, lastFour }: Named): {
  text: string
  values: Record<string, string>
} {
  if (!bankAccount) return { text: cardWords, values: { brand: brand ?? '', lastFour } }
  const { bankName, accountType } = bankAccount
  return { text: bankAccountWords[accountType], values: { bankName, lastFour } }
}

export function payMethodOf({ bankAccount }: Pick<PaidWith, 'bankAccount'>): PayMethod {
  return bankAccount === null ? 'card' : 'bank'
}

/** For the audit log, which speaks English: `Visa ending in 4242`. */
export function methodName(method: Named): string {
  const { text, values } = wordsOfMethod(method)
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

interface Named {
  readonly brand: string | null
  readonly bankAccount?: Omit<BankAccount, 'lastFour'> | null
  readonly lastFour: string
}

/** Of a payment from a bank account, while it is no payment yet, or not anymore. */
export const BankStanding = z.enum(['verifying', 'submitted', 'returned'])

/** In words; where there is a day, it is known. */
export const bankStandingTexts = {
  verifying: 'Awaiting verification until {day}',
  submitted: 'Submitted, bank confirms by {day}',
  returned: 'Returned',
} as const satisfies Record<z.infer<typeof BankStanding>, string>
