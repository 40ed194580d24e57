import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Checkout, type CheckoutOutcome } from '@portal/contract/checkout'
import { z } from 'zod'
import type { Random } from '../simulate/random.ts'
import { debitOf, goodCard, Payer, type Wish } from '../world/payer.ts'
import type { World } from '../world/start-world.ts'

export const zipOfAll = '96913'

export const accountsOf = (many: number): string[] =>
  Array.from({ length: many }, (_, index) => String(6_000_000_000 + index))

/** Every fourth payer gives no e-mail address and so gets no email. */
export const ledgerOf = (many: number) =>
  accountsOf(many).map((account, index) => ({
    account,
    balance: 10_000,
    email: index % 4 === 3 ? null : `payer-${index}@example.com`,
  }))

export interface Seen {
  told: Told[]
  /** Calls that no server accepted, because it was down, was stopping or had no database. */
  callsTurnedAway: number
  /** Calls that were accepted and then not answered, or answered with an error. */
  callsBroken: number
  /** Payments that had begun when their call broke off. Calls that never reached a server do not count. */
  paymentsCutOff: number
  doubleClicks: number
  /** Who were asked by their bank: some confirm, some cannot, and some leave. */
  asked: Record<'passed' | 'failed' | 'left', number>
}

export function seenNothing(): Seen {
  return {
    told: [],
    callsTurnedAway: 0,
    callsBroken: 0,
    paymentsCutOff: 0,
    doubleClicks: 0,
    asked: { passed: 0, failed: 0, left: 0 },
  }
}

interface PayersOptions {
  /** Addresses of the servers. A payer whose server is gone goes to another one. */
  servers: readonly string[]
  accounts: readonly string[]
  zip: string
  typed: World['typed']
  /** What a page sends for a bank account, where the gateway debits them. */
  typedBank?: ((number: string) => Promise<{ bankToken: string }>) | null
  /** Where the gateway has payers confirm with their banks. */
  answerBank?: World['answerBank'] | null
  seen: Seen
}

/** How long a payer goes on asking for an answer, in milliseconds: longer than any restart takes. */
const patience = 180_000
const mostLooks = 20

/** The simulated bank declines this total, in cents. */
const declined = 530_200
/** Stripe's stand-in goes by the card. */
const declinedCard = { ...goodCard, cardNumber: '4000000000009995' }
const askingCard = { ...goodCard, cardNumber: '4000002760003184' }
const troubled = 500_042
/** At Stripe's stand-in: the first one pays, the other one has not enough money. */
const bankAccounts = ['000123456789', '000222222227'] as const

/** Pays again and again until the signal, then finishes the payment under way. */
export async function payUntil(options: PayersOptions, random: Random, until: AbortSignal): Promise<void> {
  const person = new Person(options, random)
  while (!until.aborted) {
    const accounts = await person.choose()
    let isPaid = await person.pay(accounts)
    // After a refusal, a decline or a long wait, people look again and try again: the same accounts with a new key.
    for (let again = 0; !isPaid && again < 3 && !until.aborted; again++) {
      await person.look(accounts)
      isPaid = await person.pay(accounts)
    }
  }
}

class Person {
  readonly #options: PayersOptions
  readonly #random: Random
  readonly #found = new Set<string>()
  #hasDebited = false
  #payer: Payer

  constructor(options: PayersOptions, random: Random) {
    this.#options = options
    this.#random = random
    this.#payer = new Payer(this.#server())
  }

  /** Asks again what is owed on accounts that were found. */
  async look(accounts: readonly string[]): Promise<void> {
    for (const account of accounts) await this.#insist((payer) => payer.lookAgain(account))
  }

  /** Some payers do not look again at what was found; what others paid meanwhile, the portal must not charge again. */
  async choose(): Promise<string[]> {
    const { accounts, zip } = this.#options
    const chosen = new Set<string>()
    const many = this.#random.between(1, 3)
    while (chosen.size < many) chosen.add(accounts[this.#random.between(0, accounts.length - 1)] ?? '')
    for (const account of chosen) {
      if (this.#found.has(account)) {
        if (this.#random.chance(0.8)) await this.look([account])
        continue
      }
      await this.#insist((payer) => payer.find(account, zip))
      this.#found.add(account)
    }
    return [...chosen]
  }

  /** Under one key, until there is an answer. @returns whether it was approved */
  async pay(accounts: readonly string[]): Promise<boolean> {
    const amounts = this.#amounts(accounts)
    const total = amounts.reduce((sum, { amount }) => sum + amount, 0)
    const { typed, typedBank } = this.#options
    // However few payments a busy machine makes, each payer begins with a bank account.
    const isByBank = typedBank && total !== declined && (!this.#hasDebited || this.#random.chance(0.3))
    if (isByBank) this.#hasDebited = true
    const isAsked = Boolean(this.#options.answerBank) && !isByBank && total !== declined && this.#random.chance(0.2)
    const special = isAsked ? askingCard : declinedCard
    const tender = isByBank
      ? debitOf(await typedBank(this.#random.pick(bankAccounts)), total)
      : await typed(isAsked || total === declined ? special : undefined)
    const payAnyway = this.#random.chance(0.5)
    const wish = { key: randomUUID(), accounts: amounts, ...tender, ...(typedBank && { payAnyway }) }
    const deadline = performance.now() + patience
    for (let isFirst = true; performance.now() < deadline; isFirst = false) {
      const answers = await this.#click(wish)
      const outcomes = answers.filter((answer) => answer !== 'turned away' && answer !== 'broken')
      for (const outcome of outcomes) {
        // A refusal concerns only its own call; an earlier call that was lost may have charged.
        const isAboutKey = outcome !== 'refused' || (isFirst && answers.every((answer) => answer === 'refused'))
        if (isAboutKey) this.#options.seen.told.push({ key: wish.key, outcome })
      }
      if (outcomes.includes('approved') || outcomes.includes('submitted')) return true
      if (outcomes.includes('beingConfirmed')) {
        if (isAsked) await this.#answerBank(wish.key)
        return await this.#waitFor(wish.key)
      }
      if (outcomes.length > 0) return false
      await this.#move()
    }
    throw new Error(`No server answered for the payment ${wish.key}`)
  }

  /** Presses Pay, sometimes twice at once and at two servers. */
  async #click(wish: Omit<Wish, 'humanCheck'>): Promise<Answer[]> {
    const { seen } = this.#options
    const humanCheck = await this.#insist((payer) => payer.solve('checkout', wish.key))
    const isDouble = this.#random.chance(0.2)
    if (isDouble) seen.doubleClicks++
    const clicks = isDouble ? [this.#payer, this.#payer.at(this.#server())] : [this.#payer]
    const answers = await Promise.all(clicks.map((payer) => answerOf(payer.checkOut({ ...wish, humanCheck }))))
    seen.callsTurnedAway += answers.filter((answer) => answer === 'turned away').length
    seen.callsBroken += answers.filter((answer) => answer === 'broken').length
    if (!isDouble && answers.includes('broken')) {
      await this.#move()
      if (await this.#insist((payer) => payer.look(wish.key))) seen.paymentsCutOff++
    }
    return answers
  }

  /** The gateway may say only later that the bank asks, or never, as when the request was lost. */
  async #answerBank(key: string): Promise<void> {
    const { seen, answerBank } = this.#options
    const publicId = (await this.#insist((payer) => payer.look(key)))?.publicId ?? ''
    const secret = await this.#insist((payer) => payer.goOn(publicId))
    if (secret === null) return
    const result = this.#random.pick<keyof Seen['asked']>(['passed', 'passed', 'failed', 'left'])
    seen.asked[result]++
    if (result !== 'left') await answerBank?.(secret, result)
  }

  async #waitFor(key: string): Promise<boolean> {
    const looks = this.#random.between(1, mostLooks)
    for (let look = 0; look < looks; look++) {
      await wait(300)
      const checkout = await this.#insist((payer) => payer.look(key))
      if (!checkout) throw new Error(`The payment ${key} was being confirmed and is not known any more`)
      this.#options.seen.told.push({ key, outcome: checkout.outcome })
      if (checkout.outcome !== 'beingConfirmed') return checkout.outcome === 'approved'
    }
    return false
  }

  /** Calls one server after the other until one answers. */
  async #insist<T>(ask: (payer: Payer) => Promise<T>): Promise<T> {
    const { seen } = this.#options
    const deadline = performance.now() + patience
    for (;;) {
      try {
        return await ask(this.#payer)
      } catch (error) {
        if (performance.now() > deadline) throw error
        if (isTurnedAway(error)) seen.callsTurnedAway++
        else seen.callsBroken++
        await this.#move()
      }
    }
  }

  async #move(): Promise<void> {
    await wait(this.#random.between(50, 500))
    this.#payer = this.#payer.at(this.#server())
  }

  #server(): string {
    const { servers } = this.#options
    return servers[this.#random.between(0, servers.length - 1)] ?? ''
  }

  #total(): number {
    const draw = this.#random.between(1, 100)
    if (draw <= 8) return declined
    return draw <= 12 ? troubled : this.#random.between(400, 90_000)
  }

  #amounts(accounts: readonly string[]): Wish['accounts'] {
    const total = this.#total()
    const others = accounts.length - 1
    return accounts.map((accountId, index) => ({ accountId, amount: index === 0 ? total - others * 100 : 100 }))
  }
}

/** What a payer was told about the payment with one key. `refused` means that it charged nothing. */
export interface Told {
  key: string
  outcome: CheckoutOutcome | 'refused'
}

type Answer = Told['outcome'] | 'turned away' | 'broken'

/** Reads the answer to a checkout. Never rejects. */
async function answerOf(asking: Promise<Response>): Promise<Answer> {
  try {
    const reply = await asking
    if (reply.status === 503) return 'turned away'
    if (reply.status >= 500) return 'broken'
    const body: unknown = await reply.json()
    return reply.status === 200 ? Checkout.parse(body).outcome : 'refused'
  } catch (error) {
    return isTurnedAway(error) ? 'turned away' : 'broken'
  }
}

const Refused = z.object({ cause: z.object({ code: z.literal('ECONNREFUSED') }) })

/** Whether a call failed because nothing listens at the address, so that it never reached a server. */
function isTurnedAway(error: unknown): boolean {
  return Refused.safeParse(error).success
}
