import { randomUUID } from 'node:crypto'
import { adminLogin } from '@portal/contract/admin-sign-in'
import { debitAuthorization } from '@portal/contract/bank-accounts'
import { CardToken, cardBrandOf, sourceCodeOf } from '@portal/contract/card'
import { Checkout } from '@portal/contract/checkout'
import { daysAfter, epochOf, later } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { english } from '@portal/contract/language'
import { type Cents, cents } from '@portal/contract/money'
import { userLogin } from '@portal/contract/sign-in'
import { checkoutView } from '@portal/server/features/checkout/checkout-view.ts'
import { openSession } from '@portal/server/foundation/sessions/session.ts'
import { readPortalPayments } from '@portal/server/payments/balances.ts'
import { takePayment } from '@portal/server/payments/charge/take-payment.ts'
import { staleAt } from '@portal/server/payments/schedule.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ledgerAccounts } from '../demo/ledger-accounts.ts'
import { demoPassword } from '../demo/logins.ts'
import { stripeKeys } from '../gateway-simulator/credentials.ts'
import { bankAccountAtStripe, Payer, typedAtStripe } from '../world/payer.ts'
import type { Past } from './past.ts'

/** Test cards of Stripe's public list. */
const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  discover: '6011111111111117',
  declined: '4000000000009995',
  /** Good when it is saved, declined later. */
  declinedLater: '4000000000000341',
} as const
export type Card = keyof typeof cards

/** Test accounts of the same list. */
const bankAccounts = { checking: '000123456789', noFunds: '000222222227' } as const

/** `isTyped`: instead of a login at the bank. */
export interface FromBank {
  account: keyof typeof bankAccounts
  isTyped?: boolean
}

const minute = 60_000
/** Shorter than any session lasts, and than a login counts as proof of who one is. */
const sessionMinutes = 4

const Owing = z.object({ number: AccountNumber, owed: z.coerce.number().int().transform(cents) })
type Owing = z.output<typeof Owing>

/** A payment that was approved, as staff find it. */
export interface PaidOnline {
  receipt: string
  tag: string
}

export interface Customer extends Payer {
  readonly username: string
  readonly person: string
  readonly account: string
  readonly email: string
}

/** The people of the demo's life, at the portal's doors. */
export class People {
  readonly past: Past
  /** The newest last. */
  readonly paid: PaidOnline[] = []
  readonly #browsers = new Map<string, { payer: Payer; since: number }>()
  #owing: Owing[] = []
  #made = 0

  constructor(past: Past) {
    this.past = past
  }

  /** Some minutes go by. */
  goOn(minutes = 3): void {
    this.past.moveTo(later(this.past.deps.clock.now(), minutes * minute))
  }

  day(inDays: number): string {
    return daysAfter(this.past.today(), inDays)
  }

  /** After an import: who owes a bill and has no online account, in the order of the account numbers. */
  async lookAtBills(): Promise<void> {
    const { rows } = await sql`select number, owed from (${sql.raw(ledgerAccounts)}) each
      where is_active and owed > 1500 and owed < 90000 and not is_cash_only and zip is not null and siblings < 50
        and not exists (select from web_user where person_id = person) order by number`.execute(this.past.deps.db)
    this.#owing = z.array(Owing).parse(rows)
  }

  /** Another one who owes a bill, if anyone does. The first ones stay as they are, for whoever tries the demo. */
  nextBill(): Owing | undefined {
    return this.#owing.splice(10, 1)[0]
  }

  /** What a page sends to the engine: of a first start, hundreds of pages would take half the time. */
  async payAsGuest({ number }: Owing, amount: Cents, means: Card | FromBank, wantsReceipt: boolean): Promise<void> {
    const { deps, engine } = this.past
    const { id: sessionId } = await openSession(deps, { kind: 'guest' })
    const [[account], portal] = await Promise.all([
      deps.billing.findAccounts([number]),
      readPortalPayments(deps, [number]),
    ])
    const at = deps.clock.now()
    if (!account) throw new Error(`Account ${number} cannot be paid`)
    const { serviceLocation, person } = account
    const { token, ...known } = await this.#meansOf(means, person.fullName, amount)
    const intent = {
      ...known,
      sessionId,
      paidBy: null,
      idempotencyKey: this.newKey(),
      contentHash: number,
      publicId: engine.newPublicId(),
      mode: 'Online' as const,
      amount,
      confirmationEmail: wantsReceipt ? person.emailAddress : null,
      items: [{ accountId: number, amount, serviceLocation, newestPaid: portal.get(number)?.newestPaid ?? 0 }],
      gateway: engine.gateway.name,
      reference: engine.newReference(),
      cardHolder: person.fullName,
      humanCheck: { id: randomUUID(), expiresAt: at },
      turn: 0,
      at,
      staleAt: staleAt(at, engine.gateway.limits.charge, engine.pace),
    }
    const taken = await takePayment(engine, intent, token, null)
    if (taken.outcome !== 'taken') throw new Error(`Account ${number} is being paid already`)
    this.#remember(checkoutView(engine, taken.checkout, { kind: 'guest' }))
  }

  /** What the page's frame makes of it, and what is recorded. */
  async #meansOf(means: Card | FromBank, holder: string, amount: Cents) {
    const { deps, engine, stripe } = this.past
    if (typeof means === 'string') {
      const brand = cardBrandOf(cards[means], deps.profile)
      if (!brand) throw new Error(`No ${means} is taken`)
      const { cardToken } = await this.typed(means, holder)
      const known = { brand, lastFour: cards[means].slice(-4), sourceCode: sourceCodeOf[brand] }
      return { ...known, token: CardToken.parse(cardToken) }
    }
    const number = bankAccounts[means.account]
    const typed = { number, holder, isLoggedIn: !means.isTyped }
    const token = await bankAccountAtStripe(stripe.url, stripeKeys.publishableKey, typed)
    const read = await engine.gateway.readToken?.(token.bankToken)
    const { sourceCode, credit } = deps.profile.bankPayments ?? {}
    if (read?.outcome !== 'readAccount' || sourceCode === undefined || !credit)
      throw new Error('No bank account is taken')
    const { outcome: _, ...facts } = read
    const bank = { ...facts, credit }
    const { name: utility, phones, locale } = deps.profile
    const shown = { utility, phone: phones[0]?.number ?? '', amount, from: this.past.today(), locale }
    const authorization = {
      words: debitAuthorization(english, { ...shown, holder: bank.holderType }),
      acceptedAt: deps.clock.now(),
      from: '203.0.113.20',
      browser: 'Mozilla/5.0',
    }
    return { brand: null, bank, lastFour: bank.lastFour, sourceCode, authorization, token }
  }

  async customer(username: string): Promise<Customer> {
    const payer = await this.#loggedIn(username, userLogin.path, { userName: username })
    const known = await this.past.deps.db
      .selectFrom('web_user')
      .innerJoin('cis.account_person as link', 'link.person_id', 'web_user.person_id')
      .innerJoin('cis.person as person', 'person.person_id', 'web_user.person_id')
      .select(['link.person_id as person', 'link.account_id as account', 'person.email_address as email'])
      .where('username', '=', username)
      .orderBy('link.account_id')
      .executeTakeFirstOrThrow()
    return Object.assign(payer, { ...known, email: known.email ?? '', username })
  }

  async clerk(username: string): Promise<Payer> {
    return await this.#loggedIn(username, adminLogin.path, { username })
  }

  /** In their own browser, which is known by then. */
  async #loggedIn(username: string, path: string, name: object): Promise<Payer> {
    this.goOn(1)
    const now = epochOf(this.past.deps.clock.now())
    const known = this.#browsers.get(username)
    const browser = known ?? { payer: new Payer(this.past.address), since: 0 }
    if (now - browser.since < sessionMinutes * minute) return browser.payer
    await ask(browser.payer, path, { ...name, password: demoPassword })
    this.#browsers.set(username, { ...browser, since: now })
    return browser.payer
  }

  async typed(card: Card, cardHolderName: string) {
    const expires = { validExpDate: '1231', cvv: '123', billingZipCode: '96913' }
    const typed = { ...expires, cardHolderName, cardNumber: cards[card] }
    return await typedAtStripe(this.past.stripe.url, stripeKeys.publishableKey, typed)
  }

  async checkOut(payer: Payer, accounts: { accountId: string; amount: number }[], card: Card | number): Promise<void> {
    const key = this.newKey()
    const means = typeof card === 'number' ? { savedMethod: card } : await this.typed(card, 'J Cruz')
    const humanCheck = await payer.solve('checkout', key)
    const body = { accounts, ...means, humanCheck }
    this.#remember(Checkout.parse(await ask(payer, '/api/v1/checkout', body, { 'idempotency-key': key })))
  }

  #remember({ outcome, receiptNumber: receipt, transactionTag: tag }: Checkout): void {
    if (outcome === 'approved' && receipt && tag) this.paid.push({ receipt, tag })
  }

  /** Repeatable, so that each first start makes the same life. */
  newKey(): string {
    this.#made += 1
    return `00000000-0000-4000-8000-${String(this.#made).padStart(12, '0')}`
  }
}

/** @throws Error when the portal refuses */
export async function ask(payer: Payer, path: string, body?: unknown, headers = {}): Promise<unknown> {
  const reply = await payer.send(body === undefined ? 'GET' : 'POST', path, body, headers)
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 300)}`)
  const told: unknown = JSON.parse(text)
  return told
}
