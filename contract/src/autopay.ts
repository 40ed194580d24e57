import { z } from 'zod'
import { autopayTexts } from './autopay-texts.ts'
import { PaidWith } from './bank-accounts.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { AccountNumber, CheckoutPublicId, RowId } from './ids.ts'
import { Cents } from './money.ts'
import { NextCharge } from './next-charge.ts'
import { largestPayment, smallestPayment } from './owed.ts'
import { CardFunding } from './saved-methods.ts'

/** Days between the notice and the charge of a debit card or bank account whose amount varies: 12 CFR 1005.10(d). */
export const earlyNoticeDays = 10

/** For which the law asks for the early notice: bank accounts (null), too. What is not known counts as debit. */
export function needsEarlyNotice(funding: CardFunding | null): boolean {
  return funding !== 'credit'
}

/** Days before the due date, so that after a new bill there is time for the notice. */
export function mostDaysBefore(
  { noticeDays, daysToPay }: { readonly noticeDays: number; readonly daysToPay: number },
  funding: CardFunding | null,
  hasRange: boolean,
): number {
  const early = needsEarlyNotice(funding) && !hasRange
  return Math.max(0, Math.min(mostEarly, daysToPay - (early ? Math.max(earlyNoticeDays, noticeDays) : noticeDays)))
}

const mostEarly = 28

const Rule = z.enum(['dueDate', 'daysBefore', 'dayOfMonth'])

/** On which day a bill is charged; the number counts days before the due date, or is the day of the month. */
export const ChargeDay = z
  .object({ rule: Rule, number: z.int().min(0).max(31) })
  .refine(({ rule, number }) => (rule === 'dueDate' ? number === 0 : number > 0), {
    path: ['number'],
    message: autopayTexts.wrongDay,
  })
  .refine(({ rule, number }) => rule !== 'daysBefore' || number <= mostEarly, {
    path: ['number'],
    message: autopayTexts.wrongDay,
  })
export type ChargeDay = z.infer<typeof ChargeDay>

const amount = (message: string) => Cents.min(smallestPayment, message).max(largestPayment, message)

/** What a customer chooses. */
export const AutopayTerms = z.object({
  savedCardId: RowId,
  day: ChargeDay,
  /** A bill above it is not charged at all; null for no limit of the customer's own. */
  most: amount(autopayTexts.wrongMost).nullable(),
  /** For debit and prepaid cards and bank accounts: the early notice only for amounts outside; left out, for every charge. */
  range: z
    .object({ low: Cents.min(0, autopayTexts.wrongRange), high: amount(autopayTexts.wrongRange) })
    .refine(({ low, high }) => low <= high, { path: ['high'], message: autopayTexts.wrongRange })
    .optional(),
  endsOn: CalendarDate.nullable(),
})
export type AutopayTerms = z.infer<typeof AutopayTerms>

/** What the words of an agreement are filled with; each has to be in them, and one of the limits. */
export const agreementFields = ['utility', 'account', 'card', 'day', 'notice', 'until', 'phone'] as const

/** The most per bill as an amount, or as a sentence that also says that there is none. */
export const agreementLimits = ['limit', 'most'] as const

/** The words of an agreement, with everything filled in. The hash says which were shown. */
const AgreementWords = z.object({ version: z.string(), sha256: z.string(), words: z.string() })
export type AgreementWords = z.infer<typeof AgreementWords>

/** With what they mean for the next bill. */
const OfferedWords = AgreementWords.extend({
  /** The day before which the card expires: of the next charge, or of a bill that came now. Null if it lasts. */
  cardEndsBefore: CalendarDate.nullable(),
})
export type OfferedWords = z.infer<typeof OfferedWords>

export const PauseReason = z.enum([
  'payer_asked',
  'card_details',
  'card_refused',
  'declined_twice',
  'returned_twice',
  'bank_refused',
  'bank_unauthorized',
  'bank_blocked',
  'mandate_gone',
  'card_removed',
  'staff',
])
export type PauseReason = z.infer<typeof PauseReason>

/** Why a bank account is never debited again, unless its holder adds it again. */
export const BlockReason = PauseReason.extract(['bank_refused', 'bank_unauthorized', 'bank_blocked', 'mandate_gone'])
export type BlockReason = z.infer<typeof BlockReason>

/** With the same card or bank account, AutoPay cannot go on after these. */
export const needsAnotherCard: readonly PauseReason[] = ['card_removed', 'card_refused', ...BlockReason.options]

export const AutopayAgreement = z.object({
  id: RowId,
  accountId: AccountNumber,
  state: z.enum(['ACTIVE', 'PAUSED']),
  pausedFor: PauseReason.nullable(),
  card: PaidWith.extend({ id: RowId, funding: CardFunding.nullable(), isRemoved: z.boolean() }),
  terms: AutopayTerms,
  acceptedAt: Instant,
  version: z.string(),
  /** Null while there is no bill. */
  next: NextCharge.nullable(),
  last: z.object({ on: CalendarDate, amount: Cents, checkout: CheckoutPublicId }).nullable(),
})
export type AutopayAgreement = z.infer<typeof AutopayAgreement>

const Autopay = z.object({
  agreements: z.array(AutopayAgreement),
  /** Accounts of this customer's for which another person has turned on AutoPay. */
  byOthers: z.array(AccountNumber),
  /** Days: of notice, from a bill to its due date, until the second try. */
  rules: z.object({ noticeDays: z.int(), daysToPay: z.int(), retryDays: z.int() }),
})
export type Autopay = z.infer<typeof Autopay>

const notMine = {
  'no-such-agreement': { status: 404, title: 'AutoPay is not on for this account anymore.' },
} as const

const notAgreed = {
  'words-changed': { status: 409, title: autopayTexts.wordsChanged },
  'card-unusable': { status: 409, title: 'This can’t be used for AutoPay anymore. Choose another payment method.' },
  'no-email': {
    status: 409,
    title: 'AutoPay emails you before each charge. Add an email address in Edit Account first.',
  },
  'account-cannot': {
    status: 409,
    title: 'AutoPay is not possible for this account. It is closed, or it can’t be paid online.',
  },
  /** Billing files that lack a date charge nothing: a bill would have no key, or no day. */
  'no-bills': { status: 409, title: 'AutoPay is not possible, because we don’t know the dates of your bills.' },
} as const

const shown = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) })

export const listAutopay = call({
  method: 'GET',
  path: '/api/v1/autopay',
  group: 'dashboard',
  summary: 'AutoPay of the customer’s accounts, with the next and the last charge (R39)',
  access: 'customer',
  reply: Autopay,
  problems: {},
})

export const readAgreementWords = call({
  method: 'POST',
  path: '/api/v1/autopay/words',
  group: 'dashboard',
  summary: 'The words to agree to, for what the customer has chosen (R39)',
  access: 'customer',
  body: z.object({ accountId: AccountNumber, terms: AutopayTerms }),
  reply: OfferedWords,
  problems: { 'card-unusable': notAgreed['card-unusable'] },
})

export const acceptAutopay = call({
  method: 'POST',
  path: '/api/v1/autopay',
  group: 'dashboard',
  summary: 'Turn on AutoPay for an account, by the words that were shown (R39)',
  access: 'customer',
  needsRightClock: true,
  body: z.object({ accountId: AccountNumber, terms: AutopayTerms, words: shown }),
  reply: Autopay,
  problems: {
    ...notAgreed,
    'already-on': { status: 409, title: 'AutoPay is already on for this account.' },
  },
})

export const changeAutopay = call({
  method: 'POST',
  path: '/api/v1/autopay/:id/change',
  group: 'dashboard',
  summary: 'Another payment method, day, limit or end, by the words that were shown (R39)',
  access: 'customer',
  needsRightClock: true,
  params: z.object({ id: RowId }),
  body: z.object({ terms: AutopayTerms, words: shown }),
  reply: Autopay,
  problems: { ...notAgreed, ...notMine },
})

export const endAutopay = call({
  method: 'POST',
  path: '/api/v1/autopay/:id/end',
  group: 'dashboard',
  summary: 'Turn off AutoPay: no further charge begins (R39)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: z.object({}),
  /** `isCharging`: a charge had begun, and its outcome is to come. */
  reply: z.object({ ...Autopay.shape, isCharging: z.boolean() }),
  problems: notMine,
})

export const resumeAutopay = call({
  method: 'POST',
  path: '/api/v1/autopay/:id/resume',
  group: 'dashboard',
  summary: 'Go on with the same payment method after a pause (R39)',
  access: 'customer',
  needsRightClock: true,
  params: z.object({ id: RowId }),
  body: z.object({}),
  reply: Autopay,
  problems: {
    ...notMine,
    'not-resumable': {
      status: 409,
      title: 'Choose another payment method, or call us. AutoPay can’t go on with this one.',
    },
  },
})

export const readAgreed = call({
  method: 'GET',
  path: '/api/v1/autopay/:id/agreed',
  group: 'dashboard',
  summary: 'The words that the customer has agreed to (R39)',
  access: 'customer',
  params: z.object({ id: RowId }),
  reply: AgreementWords.omit({ sha256: true }).extend({ acceptedAt: Instant }),
  problems: notMine,
})
