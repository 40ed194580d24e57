import { eventTypes } from '@portal/server/adapters/payment-gateway/stripe/events.ts'
import Stripe from 'stripe'
import type { KeptEvent } from '../../gateway-simulator/stripe/books.ts'
import { bankOf } from '../../gateway-simulator/stripe/disputes.ts'
import type { StripeWorld } from '../../gateway-simulator/stripe/endpoint.ts'
import type { FaultDice } from '../faults.ts'
import type { Random } from '../random.ts'
import { type Scheduler, world } from '../scheduler.ts'

/** Takes an event to a server; false when none has confirmed it. */
export type Receiver = (body: Uint8Array, headers: Readonly<Record<string, unknown>>) => Promise<boolean>

export const webhookSecret = 'whsec_simulated'

const second = 1000
const hour = 3_600 * second
/** After each failed delivery, as Stripe does for three days. */
const rests = [60 * second, 5 * 60 * second, 30 * 60 * second, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

interface Parts {
  scheduler: Scheduler
  dice: FaultDice
  random: Random
}

/** What Stripe tells: signed, at least once unless it is lost, in any order. */
export class StripeEvents {
  readonly #parts: Parts
  receiver: Receiver = async () => false
  /** How many about refunds and disputes: each has to arrive in the end. */
  made = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  tell(events: readonly KeptEvent[]): void {
    const { dice } = this.#parts
    for (const told of events) {
      if (!eventTypes.includes(told.type)) continue
      if (!/^payment_intent|^charge\.refunded/.test(told.type)) this.made++
      if (dice.happens('eventLost')) continue
      void this.#deliver(told)
      if (dice.happens('eventTwice')) void this.#deliver(told)
    }
  }

  async #deliver(told: KeptEvent): Promise<void> {
    const { scheduler, dice, random } = this.#parts
    const payload = JSON.stringify(told)
    await scheduler.sleep(
      world,
      dice.happens('eventLate') ? random.between(1, 48) * hour : random.between(0, 20) * second,
    )
    for (const rest of rests) {
      const timestamp = Math.floor(scheduler.epoch() / second)
      const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
      if (await this.receiver(Buffer.from(payload), { 'stripe-signature': signed })) return
      await scheduler.sleep(world, rest)
    }
  }
}

/** The card's bank, days after a charge or refund. It goes on when other faults have stopped. */
export class LaterBank {
  readonly #parts: Parts
  readonly #stripe: StripeWorld

  constructor(parts: Parts, stripe: StripeWorld) {
    this.#parts = parts
    this.#stripe = stripe
  }

  /** A charge was made. */
  async charged(intent: string): Promise<void> {
    const { scheduler, dice, random } = this.#parts
    const bank = bankOf(this.#stripe)
    const happens = (name: 'bankWarns' | 'bankAsksFirst' | 'bankDisputes') => dice.happensToPeople(name, random)
    const soon = async () => await scheduler.sleep(world, random.between(1, 1_500) * 60 * second)
    if (happens('bankWarns')) {
      await soon()
      await bank.warn(intent)
    }
    const isAsked = happens('bankAsksFirst')
    if (!isAsked && !happens('bankDisputes')) return
    await soon()
    const whole = this.#stripe.books.intents.get(intent)?.amount ?? 0
    const amount = random.chance(0.8) ? whole : Math.floor(whole / 2)
    const { id } = await bank.dispute(intent, { amount, status: isAsked ? 'warning_needs_response' : 'needs_response' })
    for (const status of this.#courseOf(isAsked)) {
      await soon()
      await bank.decide(id, status)
    }
  }

  #courseOf(isAsked: boolean): Stripe.Dispute.Status[] {
    const { random } = this.#parts
    if (isAsked && random.chance(0.4)) {
      const closed: Stripe.Dispute.Status[] = ['warning_under_review', 'warning_closed']
      return random.chance(0.7) ? closed : [...closed, 'needs_response', 'lost']
    }
    const asked: Stripe.Dispute.Status[] = isAsked ? ['warning_under_review', 'needs_response'] : ['under_review']
    const decided: Stripe.Dispute.Status = random.chance(0.4) ? 'won' : 'lost'
    if (random.chance(0.6)) return [...asked, decided]
    // The bank changes its mind, once or twice.
    const otherwise = decided === 'won' ? 'lost' : 'won'
    return [...asked, decided, otherwise, ...(random.chance(0.3) ? [decided] : [])]
  }

  /** A refund of ours was made. */
  async refunded(reference: string): Promise<void> {
    const { scheduler, dice, random } = this.#parts
    const { refunds, keep } = this.#stripe.books
    const find = () => [...refunds.values()].find(({ metadata }) => metadata?.['reference'] === reference)
    if (find()?.status === 'pending') {
      await scheduler.sleep(world, random.between(1, 120) * hour)
      const pending = find()
      if (pending) await keep({ kind: 'refund', value: { ...pending, status: 'succeeded' } })
    }
    if (!dice.happensToPeople('bankReturnsRefund', random)) return
    await scheduler.sleep(world, random.between(0, 3_000) * 60 * second)
    const made = find()
    if (made && made.status !== 'failed') await bankOf(this.#stripe).returnRefund(made.id)
  }

  /** Finance made one in the console, and has told the portal by the next day. */
  async refundedByHand(intent: string): Promise<boolean> {
    const { scheduler, dice, random } = this.#parts
    if (!dice.happensToPeople('bankReturnsRefund', random)) return false
    await scheduler.sleep(world, random.between(1_440, 3_000) * 60 * second)
    const made = [...this.#stripe.books.refunds.values()].findLast((refund) => refund.payment_intent === intent)
    if (!made || made.status === 'failed') return false
    await bankOf(this.#stripe).returnRefund(made.id)
    return true
  }
}
