import { verifyLimits } from '@portal/contract/bank-payments'
import type { CardToken } from '@portal/contract/card'
import { epochOf } from '@portal/contract/dates'
import { ZipCode } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { BankToken } from '@portal/server/adapters/payment-gateway/port-bank-accounts.ts'
import type { PaymentGateway } from '@portal/server/adapters/payment-gateway/port.ts'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import type { DisputeState } from '@portal/server/database/tables/payments.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type Reply, stripeApi } from '../../gateway-simulator/stripe/answer.ts'
import { booksInMemory, type StripeBooks } from '../../gateway-simulator/stripe/books.ts'
import type { TestCard } from '../../gateway-simulator/stripe/cards.ts'
import { endProcessing } from '../../gateway-simulator/stripe/confirm-intent.ts'
import { bankOf } from '../../gateway-simulator/stripe/disputes.ts'
import { idOf, making, type StripeWorld } from '../../gateway-simulator/stripe/endpoint.ts'
import { newId, paymentIntent } from '../../gateway-simulator/stripe/objects.ts'
import { endMandate } from '../../gateway-simulator/stripe/saved-banks.ts'
import { tellingBooks } from '../../gateway-simulator/stripe/webhooks.ts'
import { earlier } from '../database.ts'
import type { FaultDice } from '../faults.ts'
import { simulatedUtility } from '../product.ts'
import { type Random, seededRandom } from '../random.ts'
import { type Scheduler, type SimulatedProcess, world } from '../scheduler.ts'
import type { DisputeRow, GatewayOfWorld, GatewayRow, IntentRow, SavedMethods } from './books.ts'
import { intentsIn, StripeDebits } from './stripe-debits.ts'
import { LaterBank, type Receiver, StripeEvents, webhookSecret } from './stripe-later.ts'
import { SavedAtStripe, typeCard } from './stripe-saved.ts'
import { StripeWire } from './stripe-wire.ts'

const keys = { secretKey: 'sk_test_simulated', publishableKey: 'pk_test_simulated' }
const callerPatience = 65_000
const dispute: Readonly<Partial<Record<Stripe.Dispute.Status, DisputeState>>> = {
  warning_needs_response: 'ASKED',
  warning_under_review: 'ASKED',
  warning_closed: 'CLOSED',
  won: 'WON',
  lost: 'LOST',
}
const second = 1000
const hour = 3_600 * second
const Named = z.object({ id: z.string() })

/** Stripe's stand-in in a simulated world, asked by the product's own client. Only the network between is simulated. */
export class SimulatedStripe implements GatewayOfWorld {
  givenUpEarly: string | null = null
  readonly posts = new Map<string, number>()
  readonly reversalPosts = new Map<string, number>()
  readonly #books: StripeBooks
  readonly #events: StripeEvents
  readonly #bank: LaterBank
  readonly #debits: StripeDebits
  readonly #saved: SavedAtStripe
  readonly #givenBackByHand = new Set<string>()
  readonly #elsewhere: string[] = []
  readonly #scheduler: Scheduler
  readonly #dice: FaultDice
  readonly #random: Random
  readonly #api: ReturnType<typeof stripeApi>
  readonly #world: StripeWorld
  readonly #wire: StripeWire

  constructor(scheduler: Scheduler, dice: FaultDice, random: Random, hasHistory: boolean) {
    this.#scheduler = scheduler
    this.#dice = dice
    this.#random = random
    const idFor = (prefix: string): string => newId(prefix, (count) => random.bytes(count))
    const telling = { now: () => scheduler.epoch(), newId: idFor }
    this.#events = new StripeEvents({ scheduler, dice, random })
    this.#books = tellingBooks(booksInMemory(), telling, (events) => this.#events.tell(events))
    this.#world = { ...telling, books: this.#books, later: () => undefined, webhookUrl: () => null }
    this.#bank = new LaterBank({ scheduler, dice, random: seededRandom(random.between(1, 1e6)) }, this.#world)
    this.#api = stripeApi(this.#world, keys)
    const ask = async (path: string, params: Record<string, string>) =>
      await this.#ask('POST', path, keys.secretKey, params)
    this.#debits = new StripeDebits({ scheduler, dice, random }, this.#world, ask)
    this.#saved = new SavedAtStripe(dice, this.#world, this.#debits)
    this.#wire = new StripeWire({ scheduler, dice, random, api: this.#api, onSent: (...sent) => this.#sent(...sent) })
    if (hasHistory) this.#payEarlier()
    void this.#debits.passDays()
  }

  get awayUntil(): number {
    return this.#wire.awayUntil
  }

  get rows(): GatewayRow[] {
    return [...this.#books.intents.values()]
      .filter(({ latest_charge }) => latest_charge !== null)
      .map((intent) => {
        const charge = this.#chargeOf(intent)
        const isPaid = intent.status === 'succeeded'
        return {
          tag: intent.id,
          reference: intent.metadata['reference'] ?? '',
          amount: cents(intent.amount),
          status: isPaid ? 'approved' : 'declined',
          authorization: charge?.payment_method_details?.card?.authorization_code ?? null,
          isReversed: (charge?.refunded ?? false) || this.#isLost(intent),
          // A process that stood still finds its intent canceled.
          isSurprise: false,
          listedAt: 0,
          isGoneUntold: this.#givenBackByHand.has(intent.id) || this.#isLost(intent),
        }
      })
  }

  get disputes(): DisputeRow[] {
    const disputes = [...this.#books.disputes.values()].map(({ id, payment_intent, amount, status }) => {
      return { tag: id, chargeTag: idOf(payment_intent), amount: cents(amount), state: dispute[status] ?? 'OPEN' }
    })
    const warnings = [...this.#books.warnings.values()].map(({ id, payment_intent = '' }) => {
      return { tag: id, chargeTag: idOf(payment_intent), amount: null, state: 'WARNED' as const }
    })
    return [...disputes, ...warnings]
  }

  get asleep(): readonly { from: number; until: number }[] {
    return this.#wire.asleep
  }

  get elsewhere(): readonly string[] {
    return this.#elsewhere
  }

  get intents(): IntentRow[] {
    return intentsIn(this.#books)
  }

  get toldLater(): number {
    return this.#events.made
  }

  tellTo(receiver: Receiver): void {
    this.#events.receiver = receiver
  }

  for(process: SimulatedProcess): PaymentGateway {
    const { timeZone } = simulatedUtility
    const { secretKey } = keys
    const settings = {
      secretKey,
      webhookSecrets: [webhookSecret],
      url: 'https://stripe.example',
      timeZone,
      chargeTimeout: callerPatience,
    }
    const client = { ...settings, httpClient: this.#wire.of(process) }
    const gateway = stripePaymentGateway(client, this.#scheduler.clockOf(process))
    return {
      ...gateway,
      inquire: async (inquiry) => {
        const isEarly = this.#scheduler.epoch() < epochOf(inquiry.sentAt) + verifyLimits.days * 24 * hour
        if (inquiry.isGivenUp && isEarly) this.givenUpEarly = inquiry.reference
        return await gateway.inquire(inquiry)
      },
      charge: async (request) => {
        const result = await gateway.charge(request)
        const isMistaken = result.outcome === 'unknown' && this.#dice.lies('unknownIsNo')
        return isMistaken ? { outcome: 'notSent', reason: result.reason } : result
      },
    }
  }

  async typedCard(): Promise<CardToken> {
    const card: TestCard = {
      brand: 'visa',
      decline: this.#dice.happens('gatewayDeclines') ? 'insufficient_funds' : null,
      asksPayer: this.#dice.happens('bankAsks'),
      isSlow: this.#dice.happens('slowBank'),
    }
    return {
      token: await typeCard(this.#world, card),
      cardHolderName: 'A Payer',
      billingZipCode: ZipCode.parse('96913'),
    }
  }

  async typedBank(lastFour: string): Promise<BankToken> {
    return await this.#debits.typed(lastFour)
  }

  async saveMethods(): Promise<SavedMethods> {
    return await this.#saved.save()
  }

  async revoke(mandateId: string): Promise<void> {
    await endMandate(this.#world, { id: mandateId })
  }

  inventedTag(checkoutId: number): string {
    return `pi_INVENTED${String.fromCharCode(65 + (checkoutId % 26)).repeat(10)}`
  }

  async giveBackInConsole(tag: string): Promise<boolean> {
    const refund = await this.#ask('POST', '/v1/refunds', keys.secretKey, { payment_intent: tag })
    if (refund.status === 200) {
      this.#givenBackByHand.add(tag)
      void this.#bank.refundedByHand(tag).then((isReturned) => isReturned && this.#givenBackByHand.delete(tag))
    }
    return this.rows.some((row) => row.tag === tag && row.isReversed)
  }

  #payEarlier(): void {
    const { tag, reference } = earlier.stripe
    const texts = { description: null, statementSuffix: null, metadata: { reference } }
    const made = { amount: 100, currency: 'usd', types: ['card'] as const, ...texts }
    const intent = paymentIntent(made, making(this.#world))
    const paid = { ...intent, id: tag, status: 'succeeded', amount_received: 100, latest_charge: 'ch_EARLIER' } as const
    void this.#books.keep({ kind: 'intent', value: paid })
  }

  #chargeOf({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
    return typeof latest_charge === 'string' ? this.#books.charges.get(latest_charge) : undefined
  }

  /** The bank took the whole charge back. */
  #isLost({ id, amount }: Stripe.PaymentIntent): boolean {
    const own = [...this.#books.disputes.values()].filter(({ payment_intent }) => payment_intent === id)
    return own.some((each) => each.status === 'lost' && each.amount === amount)
  }

  /** A request has left a process; `answered` once Stripe has done it. */
  #sent(what: 'confirm' | 'refund', about: string, answered: Promise<unknown> | null): void {
    const reference = what === 'refund' ? about : (this.#books.intents.get(about)?.metadata['reference'] ?? about)
    const posts = what === 'refund' ? this.reversalPosts : this.posts
    posts.set(reference, (posts.get(reference) ?? 0) + 1)
    this.#saved.decide()
    if (what === 'confirm' && answered) void answered.then(async () => await this.#afterConfirming(about))
    if (what === 'refund' && answered) void answered.then(async () => await this.#bank.refunded(reference))
  }

  async #afterConfirming(id: string): Promise<void> {
    if (this.#books.debits.has(id)) return await this.#debits.follow(id)
    const status = this.#books.intents.get(id)?.status
    if (status === 'processing') {
      await this.#scheduler.sleep(world, this.#random.between(1, 7_200) * second)
      await endProcessing(this.#world, id)
    }
    if (status === 'requires_action') await this.#visitBank(id)
    if (this.#books.intents.get(id)?.status === 'succeeded') await this.#bank.charged(id)
    if (this.#dice.happens('chargedElsewhere')) await this.#payElsewhere()
  }

  /** By another program of the utility: what became of it has to reach a person. */
  async #payElsewhere(): Promise<void> {
    const confirmation_token = await typeCard(this.#world, { brand: 'visa', decline: null })
    const made = await this.#ask('POST', '/v1/payment_intents', keys.secretKey, { amount: '700', currency: 'usd' })
    const { id: payment_intent } = Named.parse(made.body)
    await this.#ask('POST', `/v1/payment_intents/${payment_intent}/confirm`, keys.secretKey, { confirmation_token })
    const { id } = this.#random.chance(0.5)
      ? await bankOf(this.#world).dispute(payment_intent)
      : Named.parse((await this.#ask('POST', '/v1/refunds', keys.secretKey, { payment_intent })).body)
    this.#elsewhere.push(id)
  }

  /** In the payer's page. Who cannot confirm may try another card there: it holds the client secret. */
  async #visitBank(id: string): Promise<void> {
    await this.#scheduler.sleep(world, this.#random.between(5, 1_500) * second)
    if (this.#dice.happens('payerLeaves')) return
    const result = this.#dice.happens('payerFails') ? 'failed' : 'passed'
    const client_secret = this.#books.intents.get(id)?.client_secret ?? ''
    const place = `/v1/payment_intents/${id}`
    await this.#ask('POST', `${place}/authenticate`, keys.publishableKey, { client_secret, result })
    if (result === 'passed' || !this.#dice.happens('paysAgain')) return
    await this.#scheduler.sleep(world, this.#random.between(0, 2_400) * second)
    const confirmation_token = await typeCard(this.#world, { brand: 'visa', decline: null })
    await this.#ask('POST', `${place}/confirm`, keys.secretKey, { confirmation_token })
  }

  async #ask(method: string, path: string, key: string, params: Record<string, string>): Promise<Reply> {
    const body = new URLSearchParams(params).toString()
    return await this.#api({ method, path, body, authorization: `Bearer ${key}`, idempotencyKey: undefined })
  }
}
