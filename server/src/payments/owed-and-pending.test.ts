import { payOldestFirst } from '@portal/contract/aged-debt'
import { AccountNumber } from '@portal/contract/ids'
import { cents, sumCents } from '@portal/contract/money'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { emptyReply } from '../adapters/payment-gateway/port.ts'
import { accountRows, readPortalPayments } from './balances.ts'
import { amountNow } from './run/notice.ts'
import { answersBy, bankTag, bankTests, paidAccount, processing, verifying } from './testing/bank-tests.ts'

const billed = 10_000
const paid = 4_250

const { world, credit, pay, asked, purchase, post } = bankTests()
const account = AccountNumber.parse(paidAccount)

/** Of the billing system, which has what was posted to it. */
function balance() {
  const { payments, cancelled } = world.billing
  const gone = new Set(cancelled.map(({ receipt }) => receipt))
  return billed - sumCents(payments.filter(({ receipt }) => !gone.has(receipt)).map(({ amount }) => amount))
}

beforeAll(() => addTestAccount(world.database.db, { account, balance: billed }))
beforeEach(() => {
  const { billing } = world.engine
  const balances: typeof billing.balances = async (accounts) =>
    (await billing.balances(accounts)).map((each) => {
      return { ...each, debt: payOldestFirst(each.debt, cents(billed - balance())) }
    })
  Object.assign(world.engine, { billing: { ...billing, balances } })
})

/** By a planned charge of all that is owed. */
const toTake = () =>
  amountNow(world.engine, {
    accountId: account,
    of: { kind: 'schedule', id: 1, asked: cents(billed), mostFee: null },
    billId: null,
    noticed: null,
    card: { bankAccount: null },
  })

/** Owed as everybody is shown it, on its way, and known to no billing system yet. */
async function shown() {
  const known = await readPortalPayments(world.engine, [account])
  const [row] = await accountRows(world.engine, [account], known)
  const { unposted = [], uncredited = [] } = known.get(account) ?? {}
  const recorded = new Set(world.billing.payments.map(({ receipt }) => receipt))
  const untold = [...unposted, ...uncredited].filter(({ receipt }) => !recorded.has(receipt))
  return { owed: row?.amount, pending: row?.pendingPayment, untold: sumCents(untold.map(({ amount }) => amount)) }
}

/** @returns what is owed, once it is sure that nothing is missing between portal and billing system */
async function owed() {
  const now = await shown()
  expect(Number(now.owed) + now.untold).toBe(balance())
  return [now.owed, now.pending?.amount ?? null]
}

describe.each(['submission', 'settlement'] as const)('credited at %s', (policy) => {
  beforeEach(() => credit(policy))

  test('what is owed is less what is on its way, at every step until the bank pays', async () => {
    expect(await owed()).toEqual([billed, null])
    await pay(processing)
    expect(await owed()).toEqual([billed - paid, paid])
    await post()
    expect(await owed()).toEqual([billed - paid, paid])
    await asked(purchase('approved'))
    expect(await owed()).toEqual([billed - paid, null])
    await post()
    expect(await owed()).toEqual([billed - paid, null])
  })

  test('after a return, all of it is owed again', async () => {
    await pay(processing)
    await post()
    await asked(purchase('returned'))
    await post()
    expect(await owed()).toEqual([billed, null])
  })

  test('while the account is not verified, all of it is owed, and AutoPay waits', async () => {
    await pay(verifying)
    expect(await owed()).toEqual([billed, paid])
    expect((await shown()).pending?.answersBy).toBeNull()
    expect(await toTake()).toEqual({ hold: 'account_held', minutes: 60 })
    await asked({ outcome: 'processing', tag: bankTag })
    expect(await owed()).toEqual([billed - paid, paid])
    expect((await shown()).pending?.answersBy).toBe(answersBy(world.clock.now()))
  })

  test('while the billing system refuses the posting, it counts once', async () => {
    world.billing.refuses = 'The account is closed'
    await pay(processing)
    await post()
    expect(await owed()).toEqual([billed - paid, paid])
  })

  test('a payment that is recorded between two reads of one page counts once', async () => {
    await pay(processing)
    const known = await readPortalPayments(world.engine, [account])
    await asked(purchase('approved'))
    await post()
    const [row] = await accountRows(world.engine, [account], known)
    expect(row?.amount).toBe(billed - paid)
  })

  test('AutoPay takes the rest, and waits where there is none', async () => {
    await pay(processing)
    expect(await toTake()).toMatchObject({ take: billed - paid })
    for (const tag of ['pi_SECOND', 'pi_THIRD']) await pay({ outcome: 'processing', reply: { ...emptyReply, tag } })
    expect(await toTake()).toEqual({ hold: 'account_held', minutes: 60 })
  })
})
