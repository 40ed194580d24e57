import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CardToken } from '@portal/contract/card'
import type { PaymentGateway, ChargeResult } from '@portal/server/adapters/payment-gateway/port.ts'
import { stripePaymentGateway } from '@portal/server/adapters/payment-gateway/stripe/gateway.ts'
import { systemClock } from '@portal/server/clock.ts'
import { createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientOf, testCharge } from '../gateway-simulator/testing/gateway.ts'
import { goodCard, Payer } from '../world/payer.ts'
import { type World, startWorld } from '../world/start-world.ts'
import { forgetCharge, type GatewaySpoils, spoilGatewayBooks, spoilLedger, spoilStripeBooks } from './spoil-books.ts'
import { type UtilityAtNoon, runPortal, utilityAtNoon } from './utility-at-noon.ts'

/** Who pays, what goes wrong afterwards, and how that must be reported. */
const spoiled = {
  lostByPortal: '8200000001',
  undecided: '8200000002',
  lostByGateway: '8200000003',
  otherAmountAtGateway: '8200000004',
  chargedTwice: '8200000005',
  takenBack: '8200000006',
  declined: '8200000007',
  lostByLedger: '8200000008',
  otherAmountInLedger: '8200000009',
  otherAccountInLedger: '8200000010',
  twiceInLedger: '8200000011',
}
const honest = ['8100000001', '8100000002', '8100000003', '8100000004']

/** Stripe's stand-in goes by the card. */
const declinedCard = { ...goodCard, cardNumber: '4000000000009995' }

let profile: string
let world: World
let utility: UtilityAtNoon
let afterHonestPayments: Awaited<ReturnType<typeof runPortal>>

async function begin(gateway: 'payeezy' | 'stripe'): Promise<void> {
  profile = await mkdtemp(join(tmpdir(), 'profile-'))
  utility = await utilityAtNoon(profile)
  world = await startWorld({
    database: await createTestDatabase(),
    accounts: [...honest, ...Object.values(spoiled)].map((account) => ({ account, balance: 10_000 })),
    settings: { PROFILE_FILE: utility.profileFile },
    timeZone: utility.timeZone,
    hasStripe: gateway === 'stripe',
  })
  await takePayments()
}

async function end(): Promise<void> {
  await world?.close()
  await rm(profile, { recursive: true, force: true })
}

/** Everything happens on a real server, which ends afterwards, so nobody learns the outcome of the last payment. */
async function takePayments(): Promise<void> {
  const server = await world.start()
  try {
    await payHonestly(server.address)
    await vi.waitUntil(isPosted, { timeout: 60_000, interval: 200 })
    afterHonestPayments = await reconcile()
    world.gateway.set({ searchOutage: true })
    world.gateway.fail({ kind: 'dropAfterCommit' })
    world.stripe?.fail('confirmIntent', { kind: 'dropAfter' })
    world.stripe?.fail('readIntent', { kind: 'dropBefore' }, 1_000)
    await pay(server.address, [spoiled.undecided])
  } finally {
    await server.kill('SIGTERM')
    world.gateway.set({ searchOutage: false })
    world.stripe?.calm()
  }
}

/** One payment for one account, one for three, and the payments that are spoiled later, of which one is declined. */
async function payHonestly(address: string): Promise<void> {
  const [first = '', ...more] = honest
  await pay(address, [first])
  await pay(address, more)
  const { undecided: _, declined, ...approved } = spoiled
  for (const account of Object.values(approved)) await pay(address, [account])
  await pay(address, [declined], 530_200)
}

async function pay(address: string, accounts: string[], amount = 2_500): Promise<void> {
  const payer = new Payer(address)
  for (const accountId of accounts) await payer.find(accountId, '96913')
  const typed = await world.typed(amount === 530_200 && world.stripe ? declinedCard : undefined)
  await payer.checkOut({ key: randomUUID(), accounts: accounts.map((accountId) => ({ accountId, amount })), ...typed })
}

async function isPosted(): Promise<boolean> {
  const { rows } = await world.database.pool.query<{ state: string }>('select distinct state from posting')
  return rows.length === 1 && rows[0]?.state === 'POSTED'
}

/** `portal reconcile`; `pace` makes its hour of patience short. */
async function reconcile(pace = '1'): Promise<{ code: number; text: string }> {
  return await runPortal(['reconcile', '--date', utility.day], { ...world.settings, PAYMENT_PACE: pace })
}

describe.each(['payeezy', 'stripe'] as const)('with %s', (gateway) => {
  beforeAll(async () => begin(gateway), 180_000)
  afterAll(end)

  describe('given honest payments by a real server at a real gateway', () => {
    test('then all books agree', () => {
      expect(afterHonestPayments).toMatchObject({ code: 0, text: expect.stringContaining('No discrepancies.') })
      expect(afterHonestPayments.text).toMatch(/gateway, charges +11 +325\.00/)
      expect(afterHonestPayments.text).toMatch(/portal, charges +11 +325\.00/)
      expect(afterHonestPayments.text).toMatch(/billing, payments +13 +325\.00/)
    })
  })

  describe('given payments spoiled in every possible way', () => {
    let expected: string[]
    let reconciled: Awaited<ReturnType<typeof reconcile>>

    beforeAll(async () => {
      expected = await spoil()
      reconciled = await reconcile('0.00001')
    }, 120_000)

    test('then each is found with its kind, and nothing else', async () => {
      const { rows } = await world.database.pool.query<{ kind: string; subject: string }>(
        'select kind, subject from discrepancy',
      )
      expect(rows.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual(expected.toSorted())
    })

    test('then the command names them and fails', () => {
      expect(reconciled.code).toBe(1)
      for (const one of expected) expect(reconciled.text).toContain(one.split(' ')[0])
      expect(reconciled.text).toContain(`${expected.length} discrepancies:`)
    })

    test('then the finance office gets one email', async () => {
      const { rows } = await world.database.pool.query<{ kind: string }>(
        "select kind from email where kind like 'reconc%'",
      )
      expect(rows).toEqual([{ kind: 'reconciliation-differs' }])
    })

    test('then another run reports the same and adds nothing', async () => {
      await reconcile('0.00001')
      const { rows } = await world.database.pool.query('select from discrepancy')
      expect(rows).toHaveLength(expected.length)
    })

    test('when the gateway gives no report, then nothing is claimed about the books', async () => {
      world.gateway.set({ reportOutage: true })
      world.stripe?.fail('listIntents', { kind: 'status', status: 500, isDone: false })
      expect(await reconcile()).toMatchObject({ code: 1, text: expect.stringContaining('Reconciliation failed') })
    })
  })
})

/**
 * Spoils one payment in each way.
 * @returns kind and subject of everything that must be found
 */
async function spoil(): Promise<string[]> {
  const by = await recordedCharges()
  const reference = (account: string): string => by.get(account)?.reference ?? ''
  const receipt = (account: string): string => `W-${by.get(account)?.receiptTag}`
  const stranger = await chargeOfStranger()
  const spoils = {
    lost: reference(spoiled.lostByGateway),
    otherAmount: reference(spoiled.otherAmountAtGateway),
    approved: reference(spoiled.declined),
    twice: reference(spoiled.chargedTwice),
    takenBack: reference(spoiled.takenBack),
  }
  await spoilGateway(spoils)
  await spoilLedger(world.database.pool, {
    lost: receipt(spoiled.lostByLedger),
    otherAmount: receipt(spoiled.otherAmountInLedger),
    otherAccount: receipt(spoiled.otherAccountInLedger),
    twice: receipt(spoiled.twiceInLedger),
  })
  await forgetCharge(world.database.pool, reference(spoiled.lostByPortal))
  return [
    `chargedButNotRecorded ${stranger.outcome === 'charged' ? stranger.reply.tag : ''}`,
    `chargedButNotRecorded ${by.get(spoiled.lostByPortal)?.tag}`,
    `postedWithoutCharge ${receipt(spoiled.lostByPortal)}`,
    `chargedButUndecided ${reference(spoiled.undecided)}`,
    `recordedButNotAtGateway ${reference(spoiled.lostByGateway)}`,
    `amountDiffers ${reference(spoiled.otherAmountAtGateway)}`,
    `twoChargesForOneReference ${reference(spoiled.chargedTwice)}`,
    `reversedAtGatewayOnly ${reference(spoiled.takenBack)}`,
    `declinedButChargedAtGateway ${reference(spoiled.declined)}`,
    `paidButNotPosted ${receipt(spoiled.lostByLedger)}`,
    `postedAmountDiffers ${receipt(spoiled.otherAmountInLedger)}`,
    `postedToAnotherAccount ${receipt(spoiled.otherAccountInLedger)}`,
    `postedTwice ${receipt(spoiled.twiceInLedger)}`,
  ]
}

/** Somebody else with our keys. */
async function chargeOfStranger(): Promise<ChargeResult> {
  if (!world.stripe) return await clientOf(world.gateway.url).charge(testCharge())
  const { cardToken } = await world.typed()
  if (!cardToken) throw new Error('Stripe needs a token')
  return await stripeClient().charge({ ...testCharge(), tender: CardToken.parse(cardToken) })
}

function stripeClient(): PaymentGateway {
  const { STRIPE_SECRET_KEY: secretKey = '' } = world.settings
  const url = world.stripe?.url ?? ''
  const account = { secretKey, webhookSecrets: [], timeZone: utility.timeZone }
  return stripePaymentGateway({ ...account, url, chargeTimeout: 5_000 }, systemClock)
}

async function spoilGateway(spoils: GatewaySpoils): Promise<void> {
  if (world.stripe) {
    const { url, books } = world.stripe
    const headers = { authorization: `Bearer ${world.settings['STRIPE_SECRET_KEY']}` }
    const refundInDashboard = async (tag: string): Promise<Response> =>
      await fetch(`${url}/v1/refunds`, { method: 'POST', headers, body: new URLSearchParams({ payment_intent: tag }) })
    return await spoilStripeBooks({ books, refundInDashboard }, spoils)
  }
  const startGateway = await world.stopGateway()
  await spoilGatewayBooks(world.books, spoils)
  await startGateway()
}

async function recordedCharges(): Promise<
  Map<string, { reference: string; tag: string | null; receiptTag: string | null }>
> {
  const { rows } = await world.database.pool.query<{
    account_id: string
    reference: string
    tag: string | null
    receipt_tag: string | null
  }>(`
    select account_id, reference, transaction_tag as tag, coalesce(short_number, transaction_tag) as receipt_tag
    from charge_attempt join checkout_item using (checkout_id)`)
  return new Map(
    rows.map(({ account_id: account, reference, tag, receipt_tag: receiptTag }) => [
      account,
      { reference, tag, receiptTag },
    ]),
  )
}
