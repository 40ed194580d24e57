import { z } from 'zod'
import { call } from './call.ts'
import { CardBrand, CardToken, holdsNoCardNumber } from './card.ts'
import { type CalendarDate, Instant, monthOf } from './dates.ts'
import { RowId } from './ids.ts'

/** How the bank funds a card. Debit and prepaid cards have rules of their own (docs/payments.md). */
export const CardFunding = z.enum(['credit', 'debit', 'prepaid', 'unknown'])
export type CardFunding = z.infer<typeof CardFunding>

export const mostSavedCards = 10
export const longestCardName = 40

/** All ours (R38). */
export const savedCardTexts = {
  title: 'Payment methods',
  none: 'You have no saved cards.',
  add: 'Add card',
  name: 'Nickname (optional)',
  nameTooLong: `Use ${longestCardName} characters or fewer, and no card number.`,
  save: 'Save card',
  saveThis: 'Save this card for later payments',
  isDefault: 'Default',
  remove: 'Remove',
  removeLead: 'You can’t pay with it anymore. Payments you already made stay as they are.',
  expired: 'Expired',
  tooMany: `You have ${mostSavedCards} saved cards. Remove one to add another.`,
  added: 'Card saved.',
  removed: 'Card removed.',
  another: 'Use another card',
  payWith: 'Pay with',
} as const

export const CardName = z
  .string()
  .trim()
  .normalize('NFC')
  .max(longestCardName, savedCardTexts.nameTooLong)
  .refine(holdsNoCardNumber, savedCardTexts.nameTooLong)

/** Whether that day is after the card's last month, `YYYY-MM`. Its bank may renew it by then. */
export function endsBefore(expires: string, day: CalendarDate): boolean {
  return monthOf(day) > expires
}

export const SavedCard = z.object({
  id: RowId,
  brand: CardBrand,
  lastFour: z.string(),
  /** The last month in which it is good, `YYYY-MM`. */
  expires: z.string(),
  /** An expired card may still be good, where its bank has renewed it. */
  isExpired: z.boolean(),
  funding: CardFunding,
  /** Given by the customer; empty when there is none. */
  name: z.string(),
  isDefault: z.boolean(),
  addedAt: Instant,
  changedByBankAt: Instant.nullable(),
})
export type SavedCard = z.infer<typeof SavedCard>

const notThere = {
  'no-such-card': { status: 404, title: 'This card is not among your saved cards anymore.' },
} as const

const notSaved = {
  'too-many-cards': { status: 409, title: savedCardTexts.tooMany },
  'card-declined': { status: 409, title: 'Your card was not saved. The bank declined it. Use another card.' },
  'card-not-accepted': { status: 409, title: 'Your card was not saved. We don’t accept cards of this brand.' },
  'card-entry-unusable': { status: 409, title: 'Your card was not saved. Enter your card again.' },
  'card-service-down': {
    status: 503,
    title: 'We can’t reach the card service. Look at your cards in a few minutes before you add this one again.',
  },
} as const

const Cards = z.object({ cards: z.array(SavedCard) })

export const listSavedCards = call({
  method: 'GET',
  path: '/api/v1/saved-cards',
  group: 'dashboard',
  summary: 'The customer’s saved cards, the default first (R38)',
  access: 'customer',
  reply: Cards,
  problems: {},
})

/** `confirmation`: for the gateway's script, which has the payer confirm the card with the bank; then `finishSaving`. */
const SavingResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), card: SavedCard }),
  z.object({ status: z.literal('confirm'), saving: RowId, confirmation: z.string() }),
])
export type SavingResult = z.infer<typeof SavingResult>

export const beginSaving = call({
  method: 'POST',
  path: '/api/v1/saved-cards',
  group: 'dashboard',
  summary: 'Save a card that was typed into the gateway’s frame; nothing is charged (R38)',
  access: 'customer',
  body: z.object({ cardToken: CardToken, name: CardName.default('') }),
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

export const renameCard = call({
  method: 'POST',
  path: '/api/v1/saved-cards/:id/name',
  group: 'dashboard',
  summary: 'Name a saved card (R38)',
  access: 'customer',
  params: z.object({ id: RowId }),
  body: z.object({ name: CardName }),
  reply: Cards,
  problems: notThere,
})

export const makeDefaultCard = call({
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

export const removeCard = call({
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
