import { later } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import type { FoundDispute } from '../adapters/payment-gateway/port-events.ts'
import { type ReversalResult, emptyReply } from '../adapters/payment-gateway/port.ts'
import { blockedAccountsOf, liftBankBlock } from './bank-blocks.ts'
import { startReversal } from './engine.ts'
import { recordDispute } from './gateway-events/record-dispute.ts'
import { movesOfDispute } from './records/gateway-events.ts'
import { requestRefund } from './reversals/request-refund.ts'
import { reversalLoop } from './reversals/send-reversals.ts'
import { checkBalances } from './submit/check-accounts.ts'
import { cancelVerifying, checkBank } from './submit/check-bank.ts'
import { bankFacts, bankTag as tag, bankTests, paidAccount, processing, verifying } from './testing/bank-tests.ts'

const day = 24 * 3_600_000
const never = new AbortController().signal
const account = AccountNumber.parse(paidAccount)
const amount = cents(4_250)
const running = { outcome: 'processing', tag } as const

const { world, checkout, credit, canceling, pay, asked, purchase, post, standing, emails } = bankTests()
beforeAll(() => addTestAccount(world.database.db, { account, balance: 10_000 }))

const item = {
  accountId: account,
  amount,
  serviceLocation: '',
  emailAddress: null,
  known: { amountDue: null, newestPaid: Number.MAX_SAFE_INTEGER },
}

async function settled() {
  await pay(processing)
  await post()
  await asked(purchase('approved'))
  await post()
}

/** What the gateway tells after the money has come. */
async function disputed(reason: string, returned: NonNullable<FoundDispute['returned']>) {
  const asOf = await movesOfDispute(world.database.db, world.engine.gateway.name, 'du_1')
  const at = world.clock.now()
  const about = { chargeTag: tag, chargeReference: null, amount, evidenceDueAt: null, openedAt: at }
  return await recordDispute(world.engine, { tag: 'du_1', asOf }, { ...about, state: 'lost', reason, returned })
}

async function refund() {
  const stored = await checkout()
  const move = { checkoutId: stored?.id ?? 0, by: 'finance', reason: 'paid twice', at: world.clock.now() }
  const start = startReversal(world.engine)
  return await world.database.db.transaction().execute(async (tx) => await requestRefund(tx, move, start))
}

const refused = (problemName: string): unknown => expect.objectContaining({ problemName })
const reasons = () => world.billing.cancelled.map(({ reason }) => reason)
const back = { posting: 'CANCELLED', books: 'empty' }

describe.each(['submission', 'settlement'] as const)('credited at %s, in trouble', (policy) => {
  beforeEach(() => credit(policy))
  const isAtOnce = policy === 'submission'

  test('1: the page is closed after it was confirmed', async () => {
    await pay({ outcome: 'unknown', reason: 'timeout', reply: { ...emptyReply, tag }, operatorAlarm: false })
    await asked(running)
    expect((await standing()).state).toBe('PROCESSING')
    expect(await emails()).toEqual(['bank-submitted'])
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('2: the small deposits are never answered', async () => {
    await pay(verifying)
    await asked({ outcome: 'verifying', tag, deposits: { arriveOn: world.clock.now(), kind: 'code' } })
    await asked(purchase('error'))
    expect(await standing()).toMatchObject({ state: 'NOT_CHARGED', posting: null, books: 'empty', held: 0 })
    expect((await emails()).at(-1)).toBe('bank-canceled')
  })

  test('3: the deposits were guessed too often', async () => {
    await pay(verifying)
    await asked(purchase('declined'))
    expect(await standing()).toMatchObject({ state: 'DECLINED', books: 'empty', held: 0 })
  })

  test('4: a card pays while the account is not verified', async () => {
    await pay(verifying)
    canceling.answer = 'tooLate'
    await expect(cancelVerifying(world.engine, [item])).rejects.toEqual(refused('account-being-paid'))
    expect((await standing()).state).toBe('VERIFYING')
    canceling.answer = 'canceled'
    await cancelVerifying(world.engine, [item])
    expect(canceling.asked).toEqual([tag, tag])
    expect((await standing()).state).toBe('NOT_CHARGED')
  })

  test('5: a card pays while the bank has the payment', async () => {
    await pay(processing)
    const extras = { detail: expect.stringMatching(/^\$42\.50 for account .* by 06\/05\/2026\.$/) }
    await expect(checkBalances(world.engine, [item])).rejects.toMatchObject({
      problemName: 'payment-on-its-way',
      extras,
    })
    await expect(checkBalances(world.engine, [item], { payAnyway: true })).resolves.toHaveLength(1)
    await cancelVerifying(world.engine, [item])
    expect(canceling.asked).toEqual([])
  })

  test('6: the payer cancels it in time', async () => {
    await pay(processing)
    await post()
    await asked(purchase('error'))
    await post()
    expect(await standing()).toMatchObject({ state: 'NOT_CHARGED', books: 'empty' })
    expect(reasons()).toEqual(isAtOnce ? ['nothing was charged'] : [])
  })

  test('7: there is not enough money in the account', async () => {
    await pay(processing)
    await post()
    await asked(purchase('returned'))
    await post()
    expect(await standing()).toMatchObject({ state: 'RETURNED', ...(isAtOnce ? back : { books: 'empty' }) })
    expect(reasons()).toEqual(isAtOnce ? ['NSF'] : [])
  })

  test.each([
    ['R03', 'account', false],
    ['R10', 'unauthorized', false],
    ['R14', 'person', false],
    ['R01', 'funds', true],
    ['R08', 'stopped', true],
  ] as const)(
    '9: after %s, nobody pays from this bank account unless it may be good (%s)',
    async (code, reason, isGood) => {
      await pay(processing)
      await post()
      await asked(purchase('returned', { reason, code }))
      const said = await checkBank(world.engine, bankFacts, amount).catch((error: unknown) => error)
      expect(said).toEqual(isGood ? undefined : refused('bank-account-unusable'))
    },
  )

  test('10: its holder disputes it after weeks', async () => {
    await settled()
    world.clock.pass(45 * day)
    await disputed('debit not authorized', { reason: 'unauthorized', code: 'R10' })
    await post()
    expect(await standing()).toMatchObject({ state: 'REVERSED', ...back })
    expect(await dispute()).toEqual({ state: 'LOST', is_return: false, needs_person: true })
    expect((await emails()).at(-1)).toBe('payment-reversed')
    expect(await refund()).toBe('alreadyGivenBack')
    await expect(checkBank(world.engine, bankFacts, amount)).rejects.toEqual(refused('bank-account-unusable'))
  })

  test('11: a refund is asked for while the bank has it', async () => {
    await pay(processing)
    await post()
    expect(await refund()).toBe('notPaid')
    await asked(purchase('approved'))
    await post()
    expect(await refund()).toBe('requested')
  })

  test('12: a return comes while a refund is on its way', async () => {
    await settled()
    const onItsWay: ReversalResult = { outcome: 'unknown', reason: 'pending', reply: null, operatorAlarm: false }
    world.gateway.answerReversal = async () => onItsWay
    await refund()
    await reversalLoop(world.engine).run(never)
    expect(await disputed('insufficient funds', { reason: 'funds', code: 'R01' })).toBe('notYet')
    await refundAnswered('pending')
    expect((await standing()).state).toBe('REVERSING')
    const { next_try_at: next } = await reversal()
    expect(next).toBe(later(world.clock.now(), day))
    await refundAnswered('declined')
    expect((await standing()).state).toBe('CHARGED')
    await disputed('insufficient funds', { reason: 'funds', code: 'R01' })
    await post()
    expect(await standing()).toMatchObject({ state: 'REVERSED', ...back })
    expect(world.gateway.reversals).toHaveLength(1)
  })

  test('13: the bank returns it after it had paid', async () => {
    await settled()
    await disputed('insufficient funds', { reason: 'funds', code: null })
    await post()
    expect(await standing()).toMatchObject({ state: 'REVERSED', ...back })
    expect(await dispute()).toEqual({ state: 'LOST', is_return: true, needs_person: true })
    expect((await emails()).at(-1)).toBe('bank-returned')
    expect(reasons()).toEqual(['NSF'])
    expect((await checkout())?.attempt.bank?.returned).toEqual({ reason: 'funds', code: null })
  })

  test('14: the gateway tells nothing for two weeks', async () => {
    await pay(processing)
    await asked(running)
    await asked(running)
    expect(world.alarms).toEqual([])
    await asked(running)
    expect((await standing()).state).toBe('PROCESSING')
    expect(world.alarms).toEqual([expect.stringContaining('A bank has not answered for ten bank days')])
    await asked(purchase('approved'))
    expect((await standing()).state).toBe('CHARGED')
  })

  test.each([
    ['approved', 'CHARGED'],
    ['returned', 'RETURNED'],
  ] as const)('14: nor that the small deposits were named, until its bank has %s it', async (status, state) => {
    await pay(verifying)
    await asked(purchase(status))
    await post()
    expect(await standing()).toMatchObject({ state, ...(state === 'RETURNED' && { books: 'empty' }) })
  })

  test('15: the billing system has closed the account meanwhile', async () => {
    world.billing.refuses = 'The account is closed'
    await pay(processing)
    await post()
    await asked(purchase('returned'))
    await post()
    expect(await standing()).toMatchObject({ state: 'RETURNED', books: 'empty' })
  })

  test('the profile has another policy by the time the bank has it', async () => {
    await pay(verifying)
    const { bankPayments } = world.engine.profile
    const other = { ...bankPayments, credit: isAtOnce ? 'settlement' : 'submission' }
    Object.assign(world.engine, { profile: { ...world.engine.profile, bankPayments: other } })
    await asked(running)
    expect((await standing()).books).toEqual(isAtOnce ? { clearing: amount, unposted: -amount } : 'empty')
    await asked(purchase('approved'))
    await post()
    expect((await standing()).books).toEqual({ card: amount, posted: -amount })
  })

  test('it is paid after the payer has read that it was returned', async () => {
    await pay(processing)
    await post()
    await asked(purchase('returned'))
    await post()
    await asked(purchase('approved'))
    expect((await standing()).state).toBe('REVERSING')
  })

  test('the bank has it after the payer has read that nothing was charged', async () => {
    await pay({ outcome: 'unknown', reason: 'timeout', reply: { ...emptyReply, tag }, operatorAlarm: false })
    await asked(purchase('error'))
    expect((await standing()).state).toBe('NOT_CHARGED')
    await asked(running)
    expect(canceling.asked).toEqual([tag])
    await asked(purchase('approved'))
    expect((await standing()).state).toBe('REVERSING')
  })

  test('a second return in a year ends payments from bank accounts, until a person allows them', async () => {
    const { db } = world.database
    for (const [nth, blocked] of [[], [account]].entries()) {
      await pay({ outcome: 'processing', reply: { ...emptyReply, tag: `pi_RETURN${nth}` } })
      await post()
      await asked(purchase('returned'))
      await post()
      expect(await blockedAccountsOf(db, world.engine.profile, (await checkout())?.id ?? 0, world.clock.now())).toEqual(
        blocked,
      )
    }
    await expect(checkBalances(world.engine, [item], { isByBank: true })).rejects.toEqual(refused('bank-blocked'))
    await expect(checkBalances(world.engine, [item])).resolves.toHaveLength(1)
    const lift = { account, by: 'ana', reason: 'has a new bank', at: world.clock.now() }
    await db.transaction().execute(async (tx) => await liftBankBlock(tx, lift))
    await expect(checkBalances(world.engine, [item], { isByBank: true })).resolves.toHaveLength(1)
  })

  test('old returns count no longer', async () => {
    for (const nth of [1, 2]) {
      await pay({ outcome: 'processing', reply: { ...emptyReply, tag: `pi_OLD${nth}` } })
      await post()
      await asked(purchase('returned'))
    }
    world.clock.pass(366 * day)
    await expect(checkBalances(world.engine, [item], { isByBank: true })).resolves.toHaveLength(1)
  })

  test.each([
    [{ mostPerPayment: 4_000 }, 'Pay $40.00 or less'],
    [{ mostPerDay: 8_000 }, '$80.00 a day'],
  ])('one bank account pays no more than %o', async (limits, detail) => {
    const bankPayments = { ...world.engine.profile.bankPayments, ...limits }
    await pay(processing)
    Object.assign(world.engine, { profile: { ...world.engine.profile, bankPayments } })
    const extras = { detail: expect.stringContaining(detail) }
    await expect(checkBank(world.engine, bankFacts, amount)).rejects.toMatchObject({
      problemName: 'bank-limit',
      extras,
    })
    world.clock.pass(day)
    if ('mostPerDay' in limits) await expect(checkBank(world.engine, bankFacts, amount)).resolves.toBeUndefined()
  })
})

async function dispute() {
  const { db } = world.database
  return await db.selectFrom('dispute').select(['state', 'is_return', 'needs_person']).executeTakeFirstOrThrow()
}

async function reversal() {
  return await world.database.db.selectFrom('reversal').select('next_try_at').executeTakeFirstOrThrow()
}

async function refundAnswered(status: 'pending' | 'declined') {
  const sent = world.gateway.reversals[0]
  world.clock.pass(day)
  const rest = { tag: 're_1', reference: sent?.reference ?? '', amount, authorization: null, at: '' }
  const transaction = { ...rest, kind: 'refund', status } as const
  world.gateway.books = { outcome: 'found', isFinal: true, transactions: [transaction] }
  await reversalLoop(world.engine).run(never)
}
