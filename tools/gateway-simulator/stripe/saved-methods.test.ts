import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { specifiedBrands } from '@portal/contract/card-brands'
import { ZipCode } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type {
  MethodKeeper,
  KeptCard,
  SavedMethodToCharge,
  SetupRead,
} from '@portal/server/adapters/payment-gateway/port-saved-methods.ts'
import type { PaymentGateway, ChargeRequest, ChargeResult } from '@portal/server/adapters/payment-gateway/port.ts'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import { systemClock } from '@portal/server/clock.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningStripe, startStripeSimulator } from './start.ts'

const keys = { secretKey: 'sk_test_portal', publishableKey: 'pk_test_portal' }
let folder: string
let stripe: RunningStripe
let gateway: PaymentGateway
let cards: MethodKeeper
let customer: string
let named: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-cards-'))
  stripe = await startStripeSimulator({ ...keys, webhookSecret: 'whsec_portal', books: folder })
  const { secretKey } = keys
  gateway = stripePaymentGateway(
    {
      secretKey,
      webhookSecrets: [],
      url: stripe.url,
      timeZone: 'Pacific/Guam',
      chargeTimeout: 3_000,
      brands: specifiedBrands,
    },
    systemClock,
  )
  if (!gateway.savedMethods) throw new Error('Stripe keeps cards')
  cards = gateway.savedMethods
})
afterAll(async () => {
  await stripe.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  named = []
  customer = await newCustomer()
})
afterEach(() => stripe.calm())

const good = '4242424242424242'
const asksAlways = '4000002760003184'
const asksNoMore = '4000002500003155'
const asksWhenPresent = '4000003800000446'
const declinedLater = '4000000000000341'

async function newCustomer(key: string = randomUUID()): Promise<string> {
  const made = await cards.makeCustomer({ key, reference: 'customer 1' })
  return made.outcome === 'made' ? made.customer : 'none'
}

async function post(path: string, key: string, body: Record<string, string>): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${key}` }
  const reply = await fetch(`${stripe.url}${path}`, { method: 'POST', headers, body: new URLSearchParams(body) })
  return (await reply.json()) as { id: string }
}

async function typed(number: string): Promise<string> {
  const card = { number, exp_month: '12', exp_year: '2030', cvc: '123', name: 'A Payer', postal_code: '96913' }
  return (await post('/v1/confirmation_tokens', keys.publishableKey, card)).id
}

async function save(number: string): Promise<SetupRead> {
  const token = await typed(number)
  return cards.save({
    key: randomUUID(),
    customer,
    token,
    isBankAccount: false,
    named: async (setup) => named.push(setup) > 0,
  })
}

/** The payer shows the bank who they are, or does not. */
async function answerBank(secret: string, result: 'passed' | 'failed'): Promise<void> {
  const id = secret.split('_secret_')[0] ?? ''
  const path = `/v1/setup_intents/${id}/authenticate`
  await post(path, keys.publishableKey, { client_secret: secret, result })
}

async function saved(number: string): Promise<KeptCard> {
  let read = await save(number)
  if (read.outcome === 'awaitsPayer') {
    await answerBank(read.secret, 'passed')
    read = await cards.readSetup(named[0] ?? '')
  }
  if (read.outcome !== 'saved' || !('brand' in read.card)) throw new Error(`The card is ${read.outcome}`)
  return read.card
}

async function charge(
  card: ChargeRequest['tender'] | SavedMethodToCharge,
  change: Partial<ChargeRequest> = {},
): Promise<ChargeResult> {
  return gateway.charge({
    reference: gateway.newReference(randomBytes),
    amount: cents(12_050),
    tender: card,
    brand: 'Visa',
    mode: 'Online',
    customerReference: '42',
    accounts: [],
    shortNumber: null,
    countTag: 'SINGLE',
    clientAddress: null,
    named: async () => true,
    ...change,
  })
}

describe('saving a card', () => {
  test('given a good card, then it is saved without a charge, under a setup that was recorded before', async () => {
    const before = stripe.books.charges.size
    expect(await save(good)).toMatchObject({
      outcome: 'saved',
      card: { customer, brand: 'Visa', lastFour: '4242', expires: '2030-12', funding: 'credit', cardHolder: 'A Payer' },
    })
    expect(stripe.books.setups.get(named[0] ?? '')?.status).toBe('succeeded')
    expect(stripe.books.charges.size).toBe(before)
  })

  test.each([
    ['4000056655665556', 'debit'],
    ['5105105105105100', 'prepaid'],
  ])('the card %s is a %s card', async (number, funding) => {
    expect(await save(number)).toMatchObject({ card: { funding } })
  })

  test('the same number has the same fingerprint, another number has another', async () => {
    const [one, same, other] = [await saved(good), await saved(good), await saved('5555555555554444')]
    expect(same.fingerprint).toBe(one.fingerprint)
    expect(same.method).not.toBe(one.method)
    expect(other.fingerprint).not.toBe(one.fingerprint)
  })

  test('given that its id cannot be recorded, then the setup is never confirmed', async () => {
    const request = { key: randomUUID(), customer, token: await typed(good), isBankAccount: false }
    expect(await cards.save({ ...request, named: async () => false })).toMatchObject({ outcome: 'unavailable' })
    expect([...stripe.books.setups.values()].at(-1)?.status).toBe('requires_payment_method')
  })

  test.each([
    ['4000000000009995', 'funds'],
    ['4000000000009987', 'unsaid'],
    ['378282246310005', 'brand'],
  ])('the card %s is refused: %s', async (number, reason) => {
    expect(await save(number)).toEqual({ outcome: 'refused', reason })
  })

  test('a card whose bank asks is saved once its payer has confirmed it, and refused if not', async () => {
    const asked = await save(asksAlways)
    expect(asked).toEqual({ outcome: 'awaitsPayer', secret: expect.stringContaining('_secret_') })
    expect(await cards.readSetup(named[0] ?? '')).toEqual(asked)
    if (asked.outcome === 'awaitsPayer') await answerBank(asked.secret, 'failed')
    expect(await cards.readSetup(named[0] ?? '')).toMatchObject({ outcome: 'refused' })
  })

  test('one that is given up can be confirmed no more, and one that was saved before stays saved', async () => {
    const asked = await save(asksAlways)
    expect(await cards.giveUp(named[0] ?? '')).toMatchObject({ outcome: 'refused' })
    if (asked.outcome === 'awaitsPayer') await answerBank(asked.secret, 'passed')
    expect(await cards.readSetup(named[0] ?? '')).toMatchObject({ outcome: 'refused' })
    await save(good)
    expect(await cards.giveUp(named[1] ?? '')).toMatchObject({ outcome: 'saved' })
  })

  test.each(['dropAfter', 'dropBefore'] as const)(
    'an answer that gets lost (%s) is found out by its id',
    async (kind) => {
      stripe.fail('confirmSetup', { kind }, 2)
      expect(await save(good)).toMatchObject({ outcome: 'unavailable' })
      const outcome = kind === 'dropAfter' ? 'saved' : 'refused'
      expect(await cards.readSetup(named[0] ?? '')).toMatchObject({ outcome })
    },
  )

  test('a payment can save its card, which can then be charged', async () => {
    const token = { token: await typed(good), cardHolderName: 'A Payer', billingZipCode: ZipCode.parse('96913') }
    const paid = await charge(token, { saveFor: customer })
    const tag = paid.outcome === 'charged' ? paid.reply.tag : ''
    const read = await cards.readSetup(tag)
    expect(read).toMatchObject({ outcome: 'saved', card: { customer, lastFour: '4242' } })
    const method = read.outcome === 'saved' ? read.card.method : ''
    expect(await charge({ method, customer, payer: 'recurring' })).toMatchObject({ outcome: 'charged' })
  })

  test('whoever asks again with the same key gets the same customer', async () => {
    const key = randomUUID()
    expect(await newCustomer(key)).toBe(await newCustomer(key))
  })
})

describe('charging a saved card', () => {
  test.each([
    [good, 'present', 'charged'],
    [good, 'recurring', 'charged'],
    [good, 'unscheduled', 'charged'],
    [asksAlways, 'present', 'unknown'],
    [asksAlways, 'recurring', 'declined'],
    [asksNoMore, 'present', 'charged'],
    [asksNoMore, 'recurring', 'charged'],
    [asksWhenPresent, 'present', 'unknown'],
    [asksWhenPresent, 'recurring', 'charged'],
    [declinedLater, 'recurring', 'declined'],
  ] as const)('%s, payer %s: %s', async (number, payer, outcome) => {
    const { method } = await saved(number)
    expect((await charge({ method, customer, payer })).outcome).toBe(outcome)
  })

  test('a bank that wants the absent payer declines with a reason of its own, and nothing can be charged any more', async () => {
    const { method } = await saved(asksAlways)
    const declined = await charge({ method, customer, payer: 'recurring' })
    if (declined.outcome !== 'declined') throw new Error(`The charge is ${declined.outcome}`)
    const { bankCode, evidence, tag } = declined.reply
    expect(gateway.declineReason(bankCode)).toBe('payerAsked')
    expect(evidence).toMatchObject({ declineCode: 'authentication_required', adviceCode: 'do_not_try_again' })
    expect(stripe.books.intents.get(tag ?? '')?.status).toBe('canceled')
  })

  test('a decline says all that bank and network said', async () => {
    const { method } = await saved(declinedLater)
    expect(await charge({ method, customer, payer: 'unscheduled' })).toMatchObject({
      reply: {
        bankCode: 'generic_decline',
        evidence: { declineCode: 'generic_decline', adviceCode: 'do_not_try_again', networkDeclineCode: '05' },
      },
    })
  })

  test.each(['detached', 'foreign'] as const)('a %s card is not charged', async (which) => {
    const { method } = await saved(good)
    if (which === 'detached') await cards.detach(method)
    const owner = which === 'foreign' ? await newCustomer() : customer
    expect(await charge({ method, customer: owner, payer: 'recurring' })).toMatchObject({ outcome: 'notCharged' })
  })
})

describe('a saved card later', () => {
  test('is read as its bank has changed it', async () => {
    const { method } = await saved(good)
    const changed = { last4: '0005', exp_month: '1', exp_year: '2033' }
    await post(`/v1/payment_methods/${method}/automatic_update`, keys.secretKey, changed)
    expect(await cards.readMethod(method, null)).toMatchObject({ card: { lastFour: '0005', expires: '2033-01' } })
  })

  test('is gone once it is detached, and detaching again changes nothing', async () => {
    const { method } = await saved(good)
    expect(await cards.detach(method)).toEqual({ outcome: 'detached' })
    expect(await cards.readMethod(method, null)).toEqual({ outcome: 'gone' })
    expect(await cards.detach(method)).toEqual({ outcome: 'detached' })
  })

  test('a detach without an answer is tried again later', async () => {
    const { method } = await saved(good)
    stripe.fail('detachMethod', { kind: 'status', status: 500, isDone: false })
    expect(await cards.detach(method)).toMatchObject({ outcome: 'unavailable' })
  })
})
