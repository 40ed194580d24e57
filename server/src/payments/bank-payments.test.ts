import { instantOf, later } from '@portal/contract/dates'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ChargeResult, emptyReply, type InquiryAnswer } from '../adapters/card-gateway/port.ts'
import { stripeBankAccounts } from '../adapters/card-gateway/stripe/bank-accounts.ts'
import { takePayment } from './charge/take-payment.ts'
import { cancellationLoop, postingLoop } from './posting/post-to-billing.ts'
import { readByPublicId } from './records/checkouts.ts'
import { resolveLoop } from './recovery/resolve-unknown.ts'
import { engineTests } from './testing/engine-tests.ts'
import { intentFor } from './testing/engine-world.ts'

const account = '1234567890'
const tag = 'pi_BANKPAYMENT'
const never = new AbortController().signal
const hour = 3_600_000

const world = engineTests()

const bank = {
  bankName: 'First Hawaiian',
  accountType: 'checking',
  holderType: 'individual',
  lastFour: '6789',
  routingNumber: '110000000',
  fingerprint: 'FP1',
} as const

const reply = { ...emptyReply, tag }
const processing: ChargeResult = { outcome: 'processing', reply }
const arriveOn = instantOf(Date.parse('2026-06-03T13:00:00.000Z'))
const verifying: ChargeResult = { outcome: 'verifying', reply, deposits: { arriveOn, kind: 'code' } }

let publicId: Parameters<typeof readByPublicId>[1]

function credit(at: 'submission' | 'settlement') {
  const { engine } = world
  Object.assign(engine, {
    profile: { ...engine.profile, bankPayments: { credit: at, sourceCode: 'ACH' } },
    gateway: Object.assign(engine.gateway, { bankAccounts: { answersBy: answersBy }, hasReadableTags: false }),
  })
}

const { answersBy } = stripeBankAccounts(Object.create(null))

async function pay(result: ChargeResult) {
  world.gateway.answer = async () => result
  const intent = intentFor(world.engine, [account], {
    brand: null,
    bank,
    lastFour: bank.lastFour,
    cardHolder: 'Ana Cruz',
    sourceCode: 'ACH',
  })
  publicId = intent.publicId
  await takePayment(world.engine, intent, { bankToken: 'ctoken_1' }, null)
}

/** The gateway is asked when it is due, and this is what it says. */
async function asked(books: InquiryAnswer) {
  world.clock.pass(7 * hour)
  world.gateway.books = books
  await resolveLoop(world.engine).run(never)
}

const purchase = (status: 'approved' | 'returned' | 'error' | 'declined') =>
  ({
    outcome: 'found',
    isFinal: true,
    transactions: [
      {
        tag,
        reference: '',
        amount: world.gateway.charges[0]?.amount ?? (0 as never),
        kind: 'purchase',
        status,
        authorization: null,
        at: '',
        ...(status === 'returned' && { bankReturn: { reason: 'funds', code: 'R01' } }),
      },
    ],
  }) satisfies InquiryAnswer

async function post() {
  await postingLoop(world.engine).run(never)
  await cancellationLoop(world.engine).run(never)
}

async function standing() {
  const checkout = await readByPublicId(world.database.db, publicId)
  const books = await world.database.db
    .selectFrom('ledger_entry')
    .select(({ fn }) => ['book', fn.sum<string>('amount_cents').as('sum')])
    .groupBy('book')
    .having(({ fn }) => fn.sum('amount_cents'), '<>', 0)
    .orderBy('book')
    .execute()
  const held = await world.database.db.selectFrom('account_hold').select('account_id').execute()
  return {
    state: checkout?.attempt.state,
    posting: checkout?.items[0]?.postingState ?? null,
    books: Object.fromEntries(books.map(({ book, sum }) => [book, Number(sum)])),
    held: held.length,
  }
}

const emails = async () =>
  (await world.database.db.selectFrom('email').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

describe.each(['submission', 'settlement'] as const)('credited at %s', (policy) => {
  beforeEach(() => credit(policy))
  const isAtOnce = policy === 'submission'

  test('a submitted payment holds nothing, and is posted only if it counts at once', async () => {
    await pay(processing)
    await post()
    expect(await standing()).toEqual({
      state: 'PROCESSING',
      posting: isAtOnce ? 'POSTED' : null,
      books: isAtOnce ? { clearing: 4_250, posted: -4_250 } : {},
      held: 0,
    })
    expect(await emails()).toEqual(['bank-submitted'])
  })

  test('after days without an answer, it is neither unknown nor escalated', async () => {
    await pay(processing)
    for (let looks = 0; looks < 12; looks++) await asked({ outcome: 'processing', tag })
    expect((await standing()).state).toBe('PROCESSING')
    expect(world.alarms).toEqual([])
  })

  test('when the bank pays, then the receipt follows, and every book adds up', async () => {
    await pay(processing)
    await post()
    await asked(purchase('approved'))
    await post()
    expect(await standing()).toEqual({
      state: 'CHARGED',
      posting: 'POSTED',
      books: { card: 4_250, posted: -4_250 },
      held: 0,
    })
    expect(await emails()).toEqual(['bank-submitted', 'payment-confirmation'])
    expect(world.billing.payments).toHaveLength(1)
  })

  test('when the bank returns it, then whatever was credited is taken back, and the payer reads why', async () => {
    await pay(processing)
    await post()
    await asked(purchase('returned'))
    await post()
    expect(await standing()).toEqual({
      state: 'RETURNED',
      posting: isAtOnce ? 'CANCELLED' : null,
      books: {},
      held: 0,
    })
    expect(world.billing.cancelled.map(({ reason }) => reason)).toEqual(isAtOnce ? ['returned by the bank (R01)'] : [])
    expect(await emails()).toEqual(['bank-submitted', 'bank-returned'])
  })

  test('when it is returned while the billing system is away, then it waits for the posting', async () => {
    await pay(processing)
    world.billing.isDown = true
    await post()
    await asked(purchase('returned'))
    expect((await standing()).state).toBe(isAtOnce ? 'PROCESSING' : 'RETURNED')
    world.billing.isDown = false
    world.clock.pass(hour)
    await post()
    await asked(purchase('returned'))
    await post()
    expect(await standing()).toMatchObject({ state: 'RETURNED', books: {} })
  })

  test('given numbers that were typed, then nothing counts before the account is verified', async () => {
    await pay(verifying)
    await post()
    expect(await standing()).toEqual({ state: 'VERIFYING', posting: null, books: {}, held: 0 })
    await asked({ outcome: 'processing', tag })
    await post()
    expect(await standing()).toMatchObject({ state: 'PROCESSING', posting: isAtOnce ? 'POSTED' : null })
    expect(await emails()).toEqual(['bank-verify', 'bank-submitted'])
  })

  test.each(['error', 'declined'] as const)(
    'when the verification ends (%s), then nothing was debited',
    async (status) => {
      await pay(verifying)
      await asked(purchase(status))
      expect(await standing()).toMatchObject({ books: {}, held: 0 })
      expect(await emails()).toEqual(['bank-verify', 'bank-canceled'])
    },
  )

  test('when the answer is lost, then an inquiry finds what the bank has', async () => {
    await pay({ outcome: 'unknown', reason: 'timeout', reply, operatorAlarm: false })
    expect(await standing()).toMatchObject({ state: 'UNKNOWN', held: 1 })
    await asked({ outcome: 'processing', tag })
    expect(await standing()).toMatchObject({ state: 'PROCESSING', held: 0 })
  })

  test('what was paid elsewhere meanwhile reverses nothing', async () => {
    await pay(processing)
    world.billing.paidOtherwise = true
    await asked(purchase('approved'))
    expect((await standing()).state).toBe('CHARGED')
  })
})

test('the payer reads by when the bank answers', async () => {
  credit('submission')
  await pay(processing)
  const checkout = await readByPublicId(world.database.db, publicId)
  expect(checkout?.attempt.bank).toEqual({
    bankName: 'First Hawaiian',
    accountType: 'checking',
    submittedAt: checkout?.attempt.sentAt,
    answersBy: answersBy(checkout?.attempt.sentAt ?? later(arriveOn, 0)),
    deposits: null,
    returned: null,
  })
})
