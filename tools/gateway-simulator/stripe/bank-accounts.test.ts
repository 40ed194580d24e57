import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Instant, instantOf } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import type { PaymentGateway, ChargeRequest } from '@portal/server/adapters/payment-gateway/port.ts'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { returnCodes } from './banks.ts'
import { returnDebit } from './debits.ts'
import { type RunningStripe, startStripeSimulator } from './start.ts'

const keys = { secretKey: 'sk_test_portal', publishableKey: 'pk_test_portal', webhookSecret: 'whsec_portal' }
const day = 86_400_000

/** Noon of a Monday in New York, in a week without holidays. */
const monday = Date.parse('2026-11-30T17:00:00.000Z')

let now = monday
let folder: string
let stripe: RunningStripe
let gateway: PaymentGateway

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-banks-'))
  stripe = await startStripeSimulator({ ...keys, books: folder, now: () => now })
  gateway = stripePaymentGateway(
    {
      secretKey: keys.secretKey,
      webhookSecrets: [keys.webhookSecret],
      url: stripe.url,
      timeZone: 'Pacific/Guam',
      chargeTimeout: 3_000,
    },
    { now: () => instantOf(now), sleep: async () => undefined },
  )
})
afterAll(async () => {
  await stripe.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  now = monday
})

interface Account {
  isLoggedIn?: boolean
  holder?: 'individual' | 'company'
}

/** As the gateway's frame does in the payer's browser. */
async function typed(number: string, { isLoggedIn = true, holder = 'individual' }: Account = {}): Promise<string> {
  const reply = await fetch(`${stripe.url}/v1/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.publishableKey}` },
    body: new URLSearchParams({
      routing_number: '110000000',
      account_number: number,
      account_type: 'savings',
      account_holder_type: holder,
      name: 'Ana Cruz',
      ...(isLoggedIn && { is_logged_in: 'true' }),
    }),
  })
  const { id } = (await reply.json()) as { id: string }
  return id
}

async function pay(number: string, account?: Account) {
  const request: ChargeRequest = {
    reference: gateway.newReference(randomBytes),
    amount: cents(17_595),
    tender: { bankToken: await typed(number, account) },
    brand: null,
    mode: 'Online',
    customerReference: '42',
    accounts: [],
    shortNumber: null,
    countTag: 'SINGLE',
    clientAddress: null,
    named: async () => true,
  }
  const result = await gateway.charge(request)
  const tag = ('reply' in result ? result.reply?.tag : null) ?? ''
  return { result, tag, reference: request.reference }
}

async function found({ tag, reference }: { tag: string; reference: string }, sentAt: Instant = instantOf(monday)) {
  return await gateway.inquire({ subject: 'charge', reference, tag, sentAt })
}

test('the token of an account says what people know it by, and not its number', async () => {
  const token = await gateway.readToken?.(await typed('000123456789', { holder: 'company' }))
  expect(token).toEqual({
    outcome: 'readAccount',
    bankName: 'STRIPE TEST BANK',
    lastFour: '6789',
    accountType: 'savings',
    holderType: 'company',
    routingNumber: '110000000',
    fingerprint: expect.stringMatching(/^\w+$/),
  })
})

describe('given an account that its holder logged in to', () => {
  test('then the debit runs for days, and is paid after four bank days', async () => {
    const paid = await pay('000123456789')
    expect(paid.result).toMatchObject({ outcome: 'processing' })
    now = monday + 3 * day
    expect(await found(paid)).toEqual({ outcome: 'processing', tag: paid.tag })
    now = monday + 4 * day
    expect(await found(paid)).toMatchObject({
      outcome: 'found',
      isFinal: true,
      transactions: [{ status: 'approved', amount: 17_595 }],
    })
  })

  test.each([
    ['000222222227', 'funds', 'R01'],
    ['000111111113', 'account', 'R02'],
    ['000111111116', 'account', 'R03'],
    ['000333333335', 'unauthorized', 'R10'],
  ])(
    'of number %s, then its bank returns it (%s, %s), and nobody can confirm it again',
    async (number, reason, code) => {
      const returned = await pay(number)
      expect(returned.result.outcome).toBe('processing')
      now = monday + 2 * day
      expect(await found(returned)).toMatchObject({
        outcome: 'found',
        transactions: [{ status: 'returned', bankReturn: { reason, code } }],
      })
      expect(stripe.books.intents.get(returned.tag)?.status).toBe('canceled')
    },
  )

  test('then a payout has the debit, and once the bank returned it, its return', async () => {
    const paid = await pay('000123456789')
    const returned = await pay('000222222227')
    now = monday + 5 * day
    await found(paid)
    const read = await gateway.payouts?.parts((await stripe.payOut())?.id ?? '')
    const parts = read?.outcome === 'listed' ? read.parts : []
    const of = (tag: string) =>
      parts.filter((part) => part.tag === tag).map(({ kind, amount, fee }) => [kind, amount, fee])
    expect(of(paid.tag)).toEqual([['charge', 17_595, 141]])
    // The newest first.
    expect(of(returned.tag)).toEqual([
      ['return', -17_595, 400],
      ['charge', 17_595, 141],
    ])
  })

  test.each(['000444444440', '000777777771'])('of number %s, then it is refused at once', async (number) => {
    expect((await pay(number)).result.outcome).toBe('declined')
  })

  test('then the payer can cancel until the bank has it', async () => {
    const first = await pay('000123456789')
    expect(await gateway.bankAccounts?.cancel(first.tag)).toEqual({ outcome: 'canceled' })
    expect(await found(first)).toMatchObject({ outcome: 'found', transactions: [{ status: 'error' }] })
    const second = await pay('000123456789')
    now = monday + day
    expect(await gateway.bankAccounts?.cancel(second.tag)).toEqual({ outcome: 'tooLate' })
    expect(await found(second)).toMatchObject({ outcome: 'processing' })
  })

  test('then a return after it was paid is a dispute that is lost at once', async () => {
    const paid = await pay('000123456789')
    now = monday + 4 * day
    await found(paid)
    const world = {
      books: stripe.books,
      now: () => now,
      newId: (prefix: string) => `${prefix}_late`,
      later() {},
      webhookUrl: () => null,
    }
    await returnDebit(world, paid.tag, returnCodes.insufficientFunds)
    expect(await gateway.events?.readDispute('dp_late')).toMatchObject({
      chargeTag: paid.tag,
      state: 'lost',
      reason: 'insufficient funds',
      amount: 17_595,
      evidenceDueAt: null,
      returned: { reason: 'funds', code: null },
    })
  })

  test('then a dispute of its holder is final, whatever its status says', async () => {
    const paid = await pay('000555555559')
    now = monday + 4 * day
    await found(paid)
    const [dispute] = [...stripe.books.disputes.values()].filter(({ payment_intent }) => payment_intent === paid.tag)
    if (!dispute) throw new Error('There is no dispute')
    await stripe.books.keep({ kind: 'dispute', value: { ...dispute, status: 'needs_response' } })
    expect(await gateway.events?.readDispute(dispute.id)).toMatchObject({
      state: 'lost',
      evidenceDueAt: null,
      returned: { reason: 'unauthorized' },
    })
  })

  test('then a refund is on its way until its bank has taken it', async () => {
    const paid = await pay('000123456789')
    now = monday + 4 * day
    await found(paid)
    const reference = gateway.newReference(randomBytes)
    const refund = { kind: 'refund', reference, tag: paid.tag, authorization: '', amount: cents(17_595) } as const
    expect(await gateway.reverse(refund)).toMatchObject({ outcome: 'unknown' })
    const inquiry = { subject: 'reversal', reference, tag: null, sentAt: instantOf(now) } as const
    expect(await gateway.inquire(inquiry)).toMatchObject({ transactions: [{ status: 'pending' }] })
    const made = [...stripe.books.refunds.values()].find(({ payment_intent }) => payment_intent === paid.tag)
    if (!made) throw new Error('There is no refund')
    await stripe.books.keep({ kind: 'refund', value: { ...made, status: 'succeeded' } })
    expect(await gateway.inquire(inquiry)).toMatchObject({ transactions: [{ status: 'approved' }] })
  })

  test('then the day lists it as pending until the bank has answered', async () => {
    const paid = await pay('000123456789')
    const statusOn = async () => {
      const report = await gateway.report(dateOfMonday)
      return report.outcome === 'listed'
        ? report.transactions.find(({ tag }) => tag === paid.tag)?.status
        : report.outcome
    }
    expect(await statusOn()).toBe('pending')
    now = monday + 4 * day
    expect(await statusOn()).toBe('approved')
  })
})

const dateOfMonday = '2026-12-01' as Parameters<PaymentGateway['report']>[0]

describe('given an account whose numbers were typed', () => {
  const typedIn = { isLoggedIn: false }
  const verify = async (tag: string, deposited: { code: string } | { amounts: [number, number] }) =>
    (await gateway.bankAccounts?.verify(tag, deposited))?.outcome

  test('then a small deposit is asked for, and nothing is debited before it was read', async () => {
    const { result, tag, reference } = await pay('000123456789', typedIn)
    expect(result).toMatchObject({
      outcome: 'verifying',
      deposits: { kind: 'code', arriveOn: '2026-12-02T13:00:00.000Z' },
    })
    now = monday + 2 * day
    expect(await found({ tag, reference })).toMatchObject({ outcome: 'verifying', tag })
    expect(await verify(tag, { code: 'SM00ZZ' })).toBe('wrong')
    expect(await verify(tag, { code: 'sm11aa' })).toBe('verified')
    expect(await found({ tag, reference })).toMatchObject({ outcome: 'processing' })
  })

  test.each([
    [{ code: 'SM33CC' }, 'failed'],
    [{ code: 'SM44DD' }, 'failed'],
    [{ amounts: [10, 11] }, 'failed'],
    [{ amounts: [32, 45] }, 'verified'],
  ] as const)('when the payer says %j, then it is %s', async (deposited, outcome) => {
    const { tag } = await pay('000123456789', typedIn)
    expect(await verify(tag, 'code' in deposited ? deposited : { amounts: [...deposited.amounts] })).toBe(outcome)
  })

  test('when the third pair of amounts is wrong, then there is no other try, and nothing was charged', async () => {
    const { tag, reference } = await pay('000123456789', typedIn)
    const tries = [await verify(tag, { amounts: [1, 2] }), await verify(tag, { amounts: [3, 4] })]
    expect([...tries, await verify(tag, { amounts: [5, 6] })]).toEqual(['wrong', 'wrong', 'failed'])
    expect(await found({ tag, reference })).toMatchObject({ outcome: 'found', transactions: [{ status: 'declined' }] })
  })

  test('when nobody answers for ten bank days, then it is over, and nothing was declined', async () => {
    const { tag, reference } = await pay('000123456789', typedIn)
    now = monday + 16 * day
    expect(await found({ tag, reference })).toMatchObject({ outcome: 'found', transactions: [{ status: 'error' }] })
  })

  test('when the payer gives it up, then it is canceled', async () => {
    const { tag, reference } = await pay('000123456789', typedIn)
    const inquiry = { subject: 'charge', reference, tag, sentAt: instantOf(monday), isGivenUp: true } as const
    expect(await gateway.inquire(inquiry)).toMatchObject({ outcome: 'found', transactions: [{ status: 'error' }] })
  })
})

test.each([
  ['noon in New York', '2026-11-30T17:00:00.000Z', '2026-12-04T23:00:00.000Z'],
  ['an hour after the cut-off', '2026-12-01T03:00:00.000Z', '2026-12-07T23:00:00.000Z'],
  ['the evening before Thanksgiving', '2026-11-26T00:00:00.000Z', '2026-12-02T23:00:00.000Z'],
  ['a Saturday of summer time', '2026-07-11T15:00:00.000Z', '2026-07-17T22:00:00.000Z'],
])('sent at %s, the bank has answered four bank days later', (_, sentAt, by) => {
  expect(gateway.bankAccounts?.answersBy(instantOf(Date.parse(sentAt)))).toBe(by)
})
