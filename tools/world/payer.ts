import { debitAuthorization } from '@portal/contract/bank-accounts'
import { type CheckoutRequest, Checkout, continueCheckout } from '@portal/contract/checkout'
import { dateIn } from '@portal/contract/dates'
import { HumanCheckChallenge, type HumanCheckPurpose } from '@portal/contract/human-check'
import { languageOf } from '@portal/contract/language'
import { cents } from '@portal/contract/money'
import { systemClock } from '@portal/server/clock.ts'
import { readProfile } from '@portal/server/settings/profile.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'

const ChallengeReply = z.object({ challenge: HumanCheckChallenge })

const FoundReply = z.object({
  result: z.discriminatedUnion('status', [
    z.object({ status: z.literal('Success'), account: z.object({ amount: z.number() }) }),
    z.object({ status: z.literal('Failed') }),
  ]),
})

export const goodCard = {
  cardHolderName: 'Maria Cruz',
  cardNumber: '4111111111111111',
  validExpDate: '1235',
  cvv: '123',
  billingZipCode: '96913',
}

/** What a page sends once this card is typed into the frame of Stripe's stand-in. */
export async function typedAtStripe(url: string, publishableKey: string, card: typeof goodCard): Promise<TypedCard> {
  const { cardHolderName, billingZipCode, cardNumber, validExpDate, cvv } = card
  const expiry = { exp_month: validExpDate.slice(0, 2), exp_year: `20${validExpDate.slice(2)}` }
  const body = new URLSearchParams({ number: cardNumber, cvc: cvv, ...expiry, postal_code: billingZipCode })
  const headers = { authorization: `Bearer ${publishableKey}` }
  const reply = await fetch(`${url}/v1/confirmation_tokens`, { method: 'POST', headers, body })
  return { cardToken: { token: Token.parse(await reply.json()).id, cardHolderName, billingZipCode } }
}

/** Of a login in the window of the bank; without it, the numbers were typed, and small deposits are sent. */
export async function bankAccountAtStripe(
  url: string,
  publishableKey: string,
  { number, holder, isLoggedIn }: { number: string; holder: string; isLoggedIn: boolean },
): Promise<{ bankToken: string }> {
  const typed = { routing_number: '110000000', account_number: number, name: holder }
  const body = new URLSearchParams({ ...typed, ...(isLoggedIn && { is_logged_in: 'true' }) })
  const headers = { authorization: `Bearer ${publishableKey}` }
  const reply = await fetch(`${url}/v1/confirmation_tokens`, { method: 'POST', headers, body })
  return { bankToken: Token.parse(await reply.json()).id }
}

/** What a page sends for a bank account of the default utility's payer, with the words that authorize this debit. */
export function debitOf(
  { bankToken }: { bankToken: string },
  total: number,
  accountHolderName = goodCard.cardHolderName,
): Pick<Wish, 'bankToken' | 'authorization'> {
  const { name: utility, phones, locale, timeZone } = readProfile()
  const from = dateIn(timeZone, systemClock.now())
  const facts = { utility, phone: phones[0]?.number ?? '', amount: cents(total), from, locale } as const
  const authorization = debitAuthorization(languageOf(), { ...facts, holder: 'individual' })
  return { bankToken: { bankToken, accountHolderName }, authorization }
}

/** A payer has shown the bank who they are, or could not (3-D Secure). */
export async function answerBank(
  url: string,
  publishableKey: string,
  { secret, result }: { secret: string; result: 'passed' | 'failed' },
): Promise<void> {
  const [intent = ''] = secret.split('_secret')
  const body = new URLSearchParams({ client_secret: secret, result })
  const headers = { authorization: `Bearer ${publishableKey}` }
  await fetch(`${url}/v1/payment_intents/${intent}/authenticate`, { method: 'POST', headers, body })
}

const Token = z.object({ id: z.string() })

export type TypedCard = Pick<Wish, 'card' | 'cardToken' | 'bankToken'>

export interface Wish {
  key: string
  /** `amountDue`: what the payer was shown as owed; without it, the portal goes by what it told this payer last. */
  accounts: { accountId: string; amount: number; amountDue?: number }[]
  card?: z.input<typeof CheckoutRequest>['card']
  cardToken?: z.input<typeof CheckoutRequest>['cardToken']
  bankToken?: z.input<typeof CheckoutRequest>['bankToken']
  authorization?: string
  payAnyway?: boolean
  /** An answer that was solved beforehand, to keep that work out of a measurement. */
  humanCheck?: string
}

/** A payer who uses a portal over HTTP, as the page does: keeps cookies and solves challenges. */
export class Payer {
  readonly #portal: string
  readonly #from: string | undefined
  readonly #cookies = new Map<string, string>()

  /** @param from the payer's address, for a portal behind a proxy that it trusts; tries are counted by address */
  constructor(portal: string, from?: string) {
    this.#portal = portal
    this.#from = from
  }

  /** Finds an account as a guest. @returns what is owed, in cents. @throws Error when it is not found. */
  async find(accountId: string, postal: string): Promise<number> {
    const humanCheck = await this.solve('account')
    const reply = await this.send('POST', '/api/v1/validate-account', {
      accountId,
      division: 'GWA',
      postal,
      humanCheck,
    })
    const { result } = FoundReply.parse(await reply.json())
    if (result.status !== 'Success') throw new Error(`Account ${accountId} was not found`)
    return result.account.amount
  }

  /** Asks again how an account stands that was found. */
  async lookAgain(accountId: string): Promise<void> {
    await this.send('POST', '/api/v1/account-to-pay', { accountId })
  }

  async solve(purpose: HumanCheckPurpose, key?: string): Promise<string> {
    const query = new URLSearchParams({ purpose, ...(key && { key }) })
    const reply = await this.send('GET', `/api/v1/human-check?${query.toString()}`)
    return await solutionOf(await reply.text())
  }

  /** Sends a payment and returns the portal's reply. Rejects when the connection is lost. */
  async checkOut({ key, accounts, card = goodCard, cardToken, humanCheck, ...bank }: Wish): Promise<Response> {
    const typed = cardToken ? { cardToken } : { card }
    const body = {
      accounts,
      ...(bank.bankToken ? {} : typed),
      ...bank,
      humanCheck: humanCheck ?? (await this.solve('checkout', key)),
    }
    return this.send('POST', '/api/v1/checkout', body, { 'idempotency-key': key })
  }

  /** The state of the checkout that was started under a key; null when there is none. */
  async look(key: string): Promise<Checkout | null> {
    const reply = await this.send('GET', `/api/v1/checkout?key=${key}`)
    return reply.status === 404 ? null : Checkout.parse(await reply.json())
  }

  /** What the payer has to show the bank, if anything: a secret of the gateway's. */
  async goOn(publicId: string): Promise<string | null> {
    const reply = await this.send('POST', `/api/v1/checkout/${publicId}/continue`, {})
    if (!reply.ok) throw new Error(`The payment cannot go on: ${reply.status}`)
    return continueCheckout.reply.parse(await reply.json()).confirmation
  }

  at(portal: string): Payer {
    const moved = new Payer(portal, this.#from)
    for (const [name, value] of this.#cookies) moved.#cookies.set(name, value)
    return moved
  }

  async send(method: 'GET' | 'POST', path: string, body?: unknown, headers = {}): Promise<Response> {
    const reply = await fetch(`${this.#portal}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#from && { 'x-forwarded-for': this.#from }),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    return reply
  }
}

/** The answer to a challenge, as the page sends it. @param reply the text of the portal's reply. */
export async function solutionOf(reply: string): Promise<string> {
  const { challenge } = ChallengeReply.parse(JSON.parse(reply))
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
