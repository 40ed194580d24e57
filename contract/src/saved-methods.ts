import { z } from 'zod'
import { BankAccount, BankToken, DepositKind, PaidWith } from './bank-accounts.ts'
import { Deposited, wrongDeposit } from './bank-payments.ts'
import { call } from './call.ts'
import { CardToken, holdsNoCardNumber } from './card.ts'
import { type CalendarDate, Instant, monthOf } from './dates.ts'
import { RowId } from './ids.ts'

/** How the bank funds a card. Debit and prepaid cards have rules of their own (docs/payments.md). */
export const CardFunding = z.enum(['credit', 'debit', 'prepaid', 'unknown'])
export type CardFunding = z.infer<typeof CardFunding>

export const mostSavedMethods = 10
export const longestMethodName = 40

/** All ours (R38). */
export const savedMethodTexts = {
  title: 'Payment methods',
  none: 'You have no saved payment methods.',
  add: 'Add card',
  name: 'Nickname (optional)',
  nameTooLong: `Use ${longestMethodName} characters or fewer, and no card number.`,
  save: 'Save card',
  saveThis: 'Save this card for later payments',
  isDefault: 'Default',
  remove: 'Remove',
  removeLead: 'You can’t pay with it anymore. Payments you already made stay as they are.',
  expired: 'Expired',
  blocked: 'Can’t be used',
  tooMany: `You have ${mostSavedMethods} saved payment methods. Remove one to add another.`,
  added: 'Card saved.',
  removed: 'Card removed.',
  addBank: 'Add bank account',
  saveBank: 'Save bank account',
  bankAdded: 'Bank account saved.',
  bankRemoved: 'Bank account removed.',
  verifyNext: 'Your bank account is not saved yet. Verify it once the small deposit has arrived.',
  another: 'Use another card',
  anotherBank: 'Use another bank account',
  saveThisBank: 'Save this bank account for later payments',
  payWith: 'Pay with',
} as const

export function addedInWords({ bankAccount }: Pick<SavedMethod, 'bankAccount'>): string {
  return bankAccount ? savedMethodTexts.bankAdded : savedMethodTexts.added
}

export const MethodName = z
  .string()
  .trim()
  .normalize('NFC')
  .max(longestMethodName, savedMethodTexts.nameTooLong)
  .refine(holdsNoCardNumber, savedMethodTexts.nameTooLong)

/** Whether that day is after the card's last month, `YYYY-MM`. Its bank may renew it by then. A bank account has none. */
export function endsBefore(expires: string | null, day: CalendarDate): boolean {
  return expires !== null && monthOf(day) > expires
}

/** A card or a bank account. */
export const SavedMethod = PaidWith.extend({
  id: RowId,
  /** The last month in which it is good, `YYYY-MM`; null for a bank account. */
  expires: z.string().nullable(),
  /** An expired card may still be good, where its bank has renewed it. */
  isExpired: z.boolean(),
  /** Null for a bank account. */
  funding: CardFunding.nullable(),
  /** Its bank does not let us debit it anymore, until it is added again. */
  isBlocked: z.boolean(),
  /** Given by the customer; empty when there is none. */
  name: z.string(),
  isDefault: z.boolean(),
  addedAt: Instant,
  changedByBankAt: Instant.nullable(),
})
export type SavedMethod = z.infer<typeof SavedMethod>

/** A bank account that is saved once its holder has said what small deposits were. */
export const UnverifiedAccount = z.object({
  saving: RowId,
  bankAccount: BankAccount,
  deposits: z.object({ arriveOn: Instant, kind: DepositKind }),
})
export type UnverifiedAccount = z.infer<typeof UnverifiedAccount>

const notThere = {
  'no-such-card': { status: 404, title: 'This is not among your saved payment methods anymore.' },
} as const

const notSaved = {
  'too-many-cards': { status: 409, title: savedMethodTexts.tooMany },
  'card-declined': { status: 409, title: 'Your card was not saved. The bank declined it. Use another card.' },
  'card-not-accepted': { status: 409, title: 'Your card was not saved. We don’t accept cards of this brand.' },
  'card-entry-unusable': { status: 409, title: 'Your card was not saved. Enter your card again.' },
  'card-service-down': {
    status: 503,
    title: 'We can’t reach the card service. Look at your cards in a few minutes before you add this one again.',
  },
  'bank-not-accepted': { status: 409, title: 'Your bank account was not saved. Bank accounts can’t pay here.' },
  'bank-entry-unusable': { status: 409, title: 'Your bank account was not saved. Choose it again.' },
  'bank-refused': { status: 409, title: 'Your bank account was not saved. It can’t be debited. Use another one.' },
} as const

/** `unverified` is left out when there are none. */
const Cards = z.object({ cards: z.array(SavedMethod), unverified: z.array(UnverifiedAccount).optional() })

export const listSavedMethods = call({
  method: 'GET',
  path: '/api/v1/saved-cards',
  group: 'dashboard',
  summary: 'The customer’s saved cards and bank accounts, the default first (R38)',
  access: 'customer',
  reply: Cards,
  problems: {},
})

/**
 * `confirm`: for the gateway's script, which has the payer confirm the card with the bank; then `finishSaving`. `verify`:
 * small deposits come first; then `verifySaving`.
 */
const SavingResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), card: SavedMethod }),
  z.object({ status: z.literal('confirm'), saving: RowId, confirmation: z.string() }),
  z.object({ status: z.literal('verify'), unverified: UnverifiedAccount }),
])
export type SavingResult = z.infer<typeof SavingResult>

export const beginSaving = call({
  method: 'POST',
  path: '/api/v1/saved-cards',
  group: 'dashboard',
  summary: 'Save a card or bank account that was typed into the gateway’s frame; nothing is charged (R38)',
  access: 'customer',
  /** One of the two tokens. */
  body: z.object({
    cardToken: CardToken.optional(),
    bankToken: BankToken.optional(),
    name: MethodName.default(''),
  }),
  reply: SavingResult,
  problems: notSaved,
})

export const finishSaving = call({
  method: 'POST',
  path: '/api/v1/saved-cards/finish',
  group: 'dashboard',
  summary: 'Go on with a card that its payer confirms with the bank (R38)',
  access: 'customer',
  body: z.object({ saving: RowId }),
  reply: SavingResult,
  problems: { ...notSaved, ...notThere },
})

export const renameMethod = call({
  method: 'POST',
  path: '/api/v1/saved-cards/:id/name',
  group: 'dashboard',
  summary: 'Name a saved card (R38)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: z.object({ name: MethodName }),
  reply: Cards,
  problems: notThere,
})

export const makeDefaultMethod = call({
  method: 'POST',
  path: '/api/v1/saved-cards/:id/default',
  group: 'dashboard',
  summary: 'Make a saved card the one that is offered first (R38)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: z.object({}),
  reply: Cards,
  problems: notThere,
})

export const removeMethod = call({
  method: 'POST',
  path: '/api/v1/saved-cards/:id/remove',
  group: 'dashboard',
  summary: 'Remove a saved card: it is never charged again (R38)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: z.object({}),
  reply: Cards,
  problems: notThere,
})

export const verifySaving = call({
  method: 'POST',
  path: '/api/v1/saved-cards/savings/:id/verify',
  group: 'dashboard',
  summary: 'Verify a bank account by the small deposits it got; then it is saved (R38)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: Deposited,
  reply: SavingResult,
  problems: {
    ...notThere,
    'too-many-cards': notSaved['too-many-cards'],
    'wrong-deposit': wrongDeposit,
    'verification-over': {
      status: 409,
      title: 'Your bank account can’t be verified anymore, and was not saved. You can add it again.',
    },
    'card-service-down': {
      status: 503,
      title: 'The payment service doesn’t answer. Try again in a few minutes.',
    },
  },
})

export const dropSaving = call({
  method: 'POST',
  path: '/api/v1/saved-cards/savings/:id/drop',
  group: 'dashboard',
  summary: 'Give up a bank account that is not verified yet (R38)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: z.object({}),
  reply: Cards,
  problems: { ...notThere, 'card-service-down': verifySaving.problems['card-service-down'] },
})
