import type { BankToken } from '@portal/contract/bank-accounts'
import {
  type CardDetails,
  type CardToken,
  cardBrandOf,
  cardMessages,
  cardNumberError,
  isExpiryGood,
  sourceCodeOf,
} from '@portal/contract/card'
import { startCheckout as startCheckoutCall } from '@portal/contract/checkout'
import { type Instant, dateIn } from '@portal/contract/dates'
import { noCardNumbers } from '@portal/contract/payments'
import type { UtilityProfile } from '@portal/contract/utility'
import { bankPaymentsOf } from '../../adapters/payment-gateway/port.ts'
import type { Caller } from '../../caller.ts'
import { refuse, refuseField } from '../../refusal.ts'
import type { Intent } from '../charge/intent.ts'
import type { Engine } from '../engine.ts'
import { customerFor, findOwnMethod, keepingOf } from '../saved-methods/methods.ts'
import type { Payer } from './payer.ts'

/** Typed, or one of the customer's saved cards. */
export type AskedMethod = CardDetails | ((CardToken | BankToken) & { isToSave?: boolean }) | { savedMethod: number }

/** What is charged, as it will be recorded. */
export type CheckedMethod = Pick<
  Intent,
  'brand' | 'bank' | 'lastFour' | 'cardHolder' | 'sourceCode' | 'savedMethod' | 'saveFor'
>

/** Null for a card that was typed into a form of ours. @throws Refusal, in which nothing was charged */
export async function readAsked(engine: Engine, payer: Payer, card: AskedMethod): Promise<CheckedMethod | null> {
  if ('cardNumber' in card) return null
  return 'bankToken' in card ? await readBankToken(engine, payer, card) : await readMethod(engine, payer, card)
}

/** Clerks take none: the holder must agree in writing, which nobody on the phone can. @throws Refusal */
async function readBankToken(
  engine: Engine,
  { session }: Payer,
  { bankToken, accountHolderName, isToSave }: BankToken & { isToSave?: boolean },
): Promise<CheckedMethod> {
  const { gateway, profile } = engine
  const bankPayments = bankPaymentsOf(profile, gateway)
  if (!bankPayments || session.kind === 'admin') throw refuse(startCheckoutCall, 'bank-not-accepted')
  const read = await gateway.readToken?.(bankToken)
  if (read?.outcome === 'unavailable') throw refuse(startCheckoutCall, 'bank-service-down')
  if (read?.outcome !== 'readAccount') throw refuse(startCheckoutCall, 'bank-entry-unusable')
  const { outcome: _, ...facts } = read
  const { sourceCode, credit } = bankPayments
  const bank = { ...facts, credit }
  const saving = isToSave ? await saveForOf(engine, session, 'bank-service-down') : {}
  return { brand: null, bank, lastFour: bank.lastFour, cardHolder: accountHolderName, sourceCode, ...saving }
}

/** Only a customer's own. @throws Refusal when the gateway does not answer */
async function saveForOf(
  engine: Engine,
  session: Caller,
  isDown: 'card-service-down' | 'bank-service-down',
): Promise<Pick<CheckedMethod, 'saveFor'>> {
  const keeping = keepingOf(engine)
  if (!keeping || session.kind !== 'customer') return {}
  const keptFor = await customerFor(keeping, session.webUserId)
  if (!keptFor) throw refuse(startCheckoutCall, isDown)
  return { saveFor: { ...keptFor, savedBy: session.username } }
}

async function readMethod(
  engine: Engine,
  { session }: Payer,
  card: Exclude<AskedMethod, CardDetails | BankToken>,
): Promise<CheckedMethod | null> {
  if ('savedMethod' in card) return await readSavedMethod(engine, session, card.savedMethod)
  const read = await readToken(engine, card)
  if (!read || !card.isToSave) return read
  return { ...read, ...(await saveForOf(engine, session, 'card-service-down')) }
}

/** Only one's own, and only by a customer: a clerk never uses a caller's cards. */
async function readSavedMethod(engine: Engine, session: Caller, id: number): Promise<CheckedMethod> {
  const keeping = keepingOf(engine)
  const card = keeping && session.kind === 'customer' ? await findOwnMethod(keeping, session.webUserId, id) : null
  if (!card || card.isBlocked) throw refuse(startCheckoutCall, 'saved-card-gone')
  const { brand, bankAccount, fingerprint, lastFour, cardHolder, method, customer } = card
  const isBankAccount = bankAccount !== null
  const savedMethod = { id, method, customer, isBankAccount, payer: 'present' } as const
  const bankPayments = bankPaymentsOf(engine.profile, engine.gateway)
  if (brand === null && !bankPayments) throw refuse(startCheckoutCall, 'bank-not-accepted')
  const sourceCode = brand ? sourceCodeOf[brand] : (bankPayments?.sourceCode ?? '')
  const bank = bankAccount && bankPayments ? { bank: { ...bankAccount, fingerprint, credit: bankPayments.credit } } : {}
  return { brand, ...bank, lastFour, cardHolder, sourceCode, savedMethod }
}

/** The card rules of A§5 that need the profile or today's date; the format has been checked already. */
export function checkCard(profile: UtilityProfile, card: CardDetails, now: Instant): CheckedMethod {
  const numberError = cardNumberError(card.cardNumber, profile)
  const brand = cardBrandOf(card.cardNumber, profile)
  if (numberError || !brand) throw refuseCard('cardNumber', numberError ?? cardMessages.numberFormat)
  const month = dateIn(profile.timeZone, now).slice(0, 7)
  if (!isExpiryGood(card.validExpDate, month)) throw refuseCard('validExpDate', cardMessages.expiry)
  return {
    brand,
    lastFour: card.cardNumber.slice(-4),
    cardHolder: card.cardHolderName,
    sourceCode: sourceCodeOf[brand],
  }
}

/** Where cards are typed into the gateway's frame, a number from elsewhere would bring the server under PCI DSS. */
export function refuseOtherEntry({ gateway }: Engine, card: AskedMethod): void {
  if ('savedMethod' in card || 'bankToken' in card) return
  const isToken = 'token' in card
  if (isToken === (gateway.readToken !== undefined)) return
  throw isToken ? refuseField('card', cardMessages.number) : refuseField('card.cardNumber', noCardNumbers)
}

/** @throws Refusal, in which nothing was charged */
async function readToken({ gateway }: Engine, { token, cardHolderName }: CardToken): Promise<CheckedMethod | null> {
  const read = await gateway.readToken?.(token)
  switch (read?.outcome) {
    case 'read':
      return {
        brand: read.brand,
        lastFour: read.lastFour,
        cardHolder: cardHolderName,
        sourceCode: sourceCodeOf[read.brand],
      }
    case 'readAccount':
      throw refuse(startCheckoutCall, 'card-entry-unusable')
    case 'refused':
      throw refuse(startCheckoutCall, read.reason === 'brand' ? 'card-not-accepted' : 'card-entry-unusable')
    case 'unavailable':
      throw refuse(startCheckoutCall, 'card-service-down')
    case undefined:
      return null
  }
}

function refuseCard(field: keyof CardDetails, message: string): Error {
  return refuseField(`card.${field}`, message)
}

/** What a receipt shows of a card, for `hashOf`. */
export function shownOfMethod(card: AskedMethod): string[] {
  if ('savedMethod' in card) return ['saved', String(card.savedMethod)]
  if ('bankToken' in card) return ['bank', card.bankToken, card.accountHolderName]
  return ['token' in card ? card.token : card.cardNumber.slice(-4), card.cardHolderName, card.billingZipCode]
}
