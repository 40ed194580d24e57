import type { BankToken } from '@portal/server/adapters/payment-gateway/port-bank-accounts.ts'
import type Stripe from 'stripe'
import { type Fate, type ReturnCode, returnCodes, type TestBank } from '../../gateway-simulator/stripe/banks.ts'
import type { StripeBooks } from '../../gateway-simulator/stripe/books.ts'
import { advanceDebits, returnDebit } from '../../gateway-simulator/stripe/debits.ts'
import { seconds, type StripeWorld } from '../../gateway-simulator/stripe/endpoint.ts'
import { fingerprintOf, mandate, paymentMethod } from '../../gateway-simulator/stripe/saved-method-objects.ts'
import { keepBankToken } from '../../gateway-simulator/stripe/tokens.ts'
import type { FaultDice } from '../faults.ts'
import type { Random } from '../random.ts'
import { type Scheduler, world } from '../scheduler.ts'
import type { IntentRow, SavedMethods } from './books.ts'

const second = 1000
const hour = 3_600 * second

/** One that allows another try, and two that do not. */
const { insufficientFunds, accountClosed, debitNotAuthorized } = returnCodes
const returns: readonly [ReturnCode, ...ReturnCode[]] = [insufficientFunds, accountClosed, debitNotAuthorized]
const pays: Pick<TestBank, 'isVerified' | 'fate'> = { isVerified: true, fate: { kind: 'pays' } }

/** Of the payers of a world, as their pages know it. */
export const bankName = 'SIMULATED BANK'
const accountNumber = (lastFour: string): string => `00012345${lastFour}`
export const bankFingerprint = (lastFour: string): string => fingerprintOf(accountNumber(lastFour))

export function intentsIn({ intents }: StripeBooks): IntentRow[] {
  return [...intents.values()].map(({ id, status, metadata, last_payment_error: error }) => {
    // Its secret was never told to anybody.
    const isUnused = status === 'requires_payment_method' && error === null
    return { tag: id, status: isUnused ? 'unused' : status, reference: metadata['reference'] ?? '' }
  })
}

interface Parts {
  scheduler: Scheduler
  dice: FaultDice
  random: Random
}

/** Bank accounts at the stand-in of Stripe, their holders and their banks. */
export class StripeDebits {
  readonly #parts: Parts
  readonly #stripe: StripeWorld
  readonly #ask: (path: string, params: Record<string, string>) => Promise<unknown>

  constructor(
    parts: Parts,
    stripe: StripeWorld,
    ask: (path: string, params: Record<string, string>) => Promise<unknown>,
  ) {
    this.#parts = parts
    this.#stripe = stripe
    this.#ask = ask
  }

  async typed(lastFour: string): Promise<BankToken> {
    const { dice } = this.#parts
    const isVerified = !dice.happens('typesNumbers')
    const fate = dice.happens('gatewayDeclines')
      ? { kind: 'refused' as const, code: 'charge_exceeds_weekly_limit' }
      : this.fate()
    return { bankToken: (await this.#type(lastFour, { isVerified, fate })).id }
  }

  async #type(lastFour: string, rest: Pick<TestBank, 'isVerified' | 'fate'>): Promise<Stripe.ConfirmationToken> {
    const bank = { bankName, accountType: 'checking', holderType: 'individual', ...rest } as const
    return await keepBankToken(this.#stripe, bank, accountNumber(lastFour), 'A Payer')
  }

  /** What a bank will say to a debit. */
  fate(): Fate {
    const { dice } = this.#parts
    return dice.happens('bankReturns') ? { kind: 'returned', ...dice.pick(returns) } : { kind: 'pays' }
  }

  /** Some customers have the same account. */
  async save(customer: string): Promise<SavedMethods['bank']> {
    const { books, newId } = this.#stripe
    const lastFour = this.#parts.random.chance(0.3) ? '6789' : String(1_000 + books.customers.size)
    const token = await this.#type(lastFour, pays)
    const created = seconds(this.#stripe)
    const method = paymentMethod(token, { id: newId('pm'), customer, created })
    const agreed = mandate(method.id, newId('mandate'), created)
    const bank = books.tokens.get(token.id)?.bank
    if (!bank) throw new Error('A token was lost')
    await books.keep({ kind: 'method', value: { method, bank } }, { kind: 'mandate', value: agreed })
    return { method: method.id, mandate: agreed.id, lastFour }
  }

  /** Banks answer on their days, until the end of the world. */
  async passDays(): Promise<void> {
    const { debits } = this.#stripe.books
    for (;;) {
      await this.#parts.scheduler.sleepUntil(world, () =>
        Math.min(...[...debits.values()].map(({ dueAt }) => dueAt ?? Infinity)),
      )
      await advanceDebits(this.#stripe)
    }
  }

  /** What else becomes of a debit: its holder verifies the account at Stripe, or its bank changes its mind. */
  async follow(id: string): Promise<void> {
    const { scheduler, dice, random } = this.#parts
    const { debits, intents } = this.#stripe.books
    const status = () => intents.get(id)?.status
    const place = `/v1/payment_intents/${id}`
    if (status() === 'requires_action' && random.chance(0.3)) {
      await scheduler.sleep(world, random.between(1, 300) * hour)
      const descriptor_code = dice.happensToPeople('depositGuessed', random) ? 'SM99ZZ' : 'SM11AA'
      await this.#ask(`${place}/verify_microdeposits`, { descriptor_code })
    }
    await scheduler.sleepUntil(world, () => (debits.has(id) ? Infinity : 0))
    if (status() === 'requires_payment_method' && dice.happensToPeople('paysAgain', random)) {
      // The page of who was told nothing yet still holds the client secret.
      await scheduler.sleep(world, random.between(0, 2_400) * second)
      const { id: confirmation_token } = await this.#type('6789', pays)
      await this.#ask(`${place}/confirm`, { confirmation_token })
      return await this.follow(id)
    }
    if (status() !== 'succeeded' || !dice.happensToPeople('bankReturnsLate', random)) return
    await scheduler.sleep(world, random.between(1, random.chance(0.2) ? 1_000 : 200) * hour)
    await returnDebit(this.#stripe, id, random.pick(returns))
  }
}
