import { describe, expect, test } from 'vitest'
import { emptyReply } from '../../adapters/payment-gateway/port.ts'
import { endAgreement } from '../agreements/agreements.ts'
import { pauseWork } from '../agreements/pause-blocked.ts'
import { takePayment } from '../charge/take-payment.ts'
import { blockAccount } from '../planned/methods.ts'
import { intentFor } from '../testing/engine-world.ts'
import {
  accept,
  account,
  charges,
  emails,
  goTo,
  mailed,
  mailLeaves,
  notice,
  run,
  runOn,
  saveBankAccount,
  autopayTests,
} from './testing/autopay-world.ts'
import { bankSays, debiting, tagOf } from './testing/debits.ts'

const tests = autopayTests()
const never = new AbortController().signal

/** Noticed on 06/01, sent on 06/20, which is a Saturday: the banks begin on Monday. */
async function sent(): Promise<number> {
  const { world } = tests
  debiting(tests.world)
  const id = await accept(world, { savedCardId: await saveBankAccount(world) })
  await notice(world)
  await runOn(world, '2026-06-20')
  return id
}

const agreements = async () =>
  await tests.database.db.selectFrom('autopay_agreement').select(['state', 'reason']).orderBy('id').execute()

describe('a bill that AutoPay debits from a bank account', () => {
  test('is noticed ten days before, sent under its mandate, and paid once the bank has', async () => {
    const { world } = tests
    debiting(world)
    world.clock.pass(14 * 24 * 3_600_000)
    await accept(world, { savedCardId: await saveBankAccount(world) })
    await runOn(world, '2026-06-15')
    await mailLeaves(world)
    await runOn(world, '2026-06-24')
    expect(world.gateway.charges).toEqual([])
    await runOn(world, '2026-06-25')
    const tender = { isBankAccount: true, payer: 'recurring', mandate: expect.stringMatching(/^mandate_/) }
    expect(world.gateway.charges).toMatchObject([{ amount: 9_520, brand: null, tender }])
    expect(await charges(world)).toMatchObject([{ state: 'SENT' }])
    expect(await mailed(world, 'autopay-notice')).toMatchObject([
      { text: expect.stringContaining('We’ll charge First Hawaiian, checking ending in 6789 on the day below.') },
    ])
    await bankSays(tests.world, '2026-07-02', 'approved')
    expect(await charges(world)).toMatchObject([{ state: 'PAID' }])
    expect(await emails(world)).toEqual(['autopay-agreed', 'autopay-notice', 'bank-submitted', 'payment-confirmation'])
  })

  test('keeps its agreement for days, and charges nothing meanwhile', async () => {
    const { world } = tests
    await sent()
    for (const day of ['2026-06-22', '2026-06-24', '2026-06-25']) await runOn(world, day)
    expect(world.gateway.charges).toHaveLength(1)
    expect(await agreements()).toEqual([{ state: 'ACTIVE', reason: null }])
  })

  test('is sent so early that the bank has answered by the due date, where the balance falls then', async () => {
    const { world } = tests
    debiting(world)
    await accept(world, { savedCardId: await saveBankAccount(world, { credit: 'settlement' }) })
    await notice(world)
    // Due on Saturday, 06/20 on Guam. Friday is Juneteenth, and Guam's Friday morning is Thursday at the banks.
    expect(await charges(world)).toMatchObject([{ on: '2026-06-12' }])
  })

  test('is revoked until it is sent: then nothing is debited', async () => {
    const { world } = tests
    debiting(world)
    const id = await accept(world, { savedCardId: await saveBankAccount(world) })
    await notice(world)
    goTo(world, '2026-06-19')
    await endAgreement(world.engine, id, 'customer')
    await runOn(world, '2026-06-20')
    expect(world.gateway.charges).toEqual([])
  })

  test('that its payer cancels in time is over, and not sent again the same night', async () => {
    const { world } = tests
    await sent()
    await bankSays(tests.world, '2026-06-21', 'error')
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'canceled' }])
    await runOn(world, '2026-06-22')
    expect(world.gateway.charges).toHaveLength(1)
  })
})

describe('a return', () => {
  test('for lack of money allows one more debit, with a notice of its own; a second one pauses', async () => {
    const { world } = tests
    await sent()
    await bankSays(tests.world, '2026-06-24', 'funds')
    await run(world)
    expect(await charges(world)).toMatchObject([{ state: 'PLANNED', on: '2026-07-04', tries: 1 }])
    expect(await mailed(world, 'autopay-returned')).toMatchObject([
      { text: expect.stringContaining('There was not enough money in the account. We will debit it once more') },
    ])
    expect(await emails(world)).not.toContain('bank-returned')
    await runOn(world, '2026-07-04')
    expect(world.gateway.charges).toHaveLength(1)
    await mailLeaves(world)
    await runOn(world, '2026-07-05')
    await runOn(world, '2026-07-13')
    expect(world.gateway.charges).toHaveLength(1)
    await runOn(world, '2026-07-14')
    expect(world.gateway.charges).toHaveLength(2)
    expect(new Set(world.gateway.charges.map(({ reference }) => reference)).size).toBe(2)
    await bankSays(tests.world, '2026-07-20', 'funds')
    await run(world)
    expect(await charges(world)).toMatchObject([{ state: 'FAILED', reason: 'returned_twice', tries: 2 }])
    expect(await agreements()).toEqual([{ state: 'PAUSED', reason: 'returned_twice' }])
    await runOn(world, '2026-08-20')
    expect(world.gateway.charges).toHaveLength(2)
  })

  test.each([
    ['account', 'bank_refused'],
    ['stopped', 'bank_refused'],
    ['unauthorized', 'bank_unauthorized'],
    ['terms', 'bank_unauthorized'],
    ['company', 'bank_refused'],
    ['person', 'bank_refused'],
    ['other', 'bank_refused'],
  ] as const)('for %s allows none, and pauses all agreements of the account for %s', async (why, reason) => {
    const { world } = tests
    await sent()
    await anotherAgreement('account-6789')
    await bankSays(tests.world, '2026-06-24', why)
    await run(world)
    await pauseWork(world.engine).run(never)
    expect(await charges(world)).toMatchObject([{ state: 'FAILED', reason }])
    expect(await agreements()).toEqual([
      { state: 'PAUSED', reason },
      { state: 'PAUSED', reason },
    ])
    await runOn(world, '2026-08-20')
    expect(world.gateway.charges).toHaveLength(1)
  })

  test('of an agreement that has ended meanwhile is told, and not tried again', async () => {
    const { world } = tests
    const id = await sent()
    await endAgreement(world.engine, id, 'customer')
    await bankSays(tests.world, '2026-06-24', 'funds')
    await runOn(world, '2026-07-20')
    expect(world.gateway.charges).toHaveLength(1)
    expect(await charges(world)).toMatchObject([{ state: 'SKIPPED', reason: 'ended' }])
    expect(await mailed(world, 'autopay-returned')).toMatchObject([{ text: expect.not.stringContaining('once more') }])
  })
})

test.each([
  ['bank_account_unusable', 'bank_blocked'],
  ['payment_intent_mandate_invalid', 'mandate_gone'],
  ['charge_exceeds_weekly_limit', 'bank_refused'],
])('a refusal before the debit (%s) is never tried again', async (declineCode, reason) => {
  const { world } = tests
  world.gateway.answer = async () => ({
    outcome: 'declined',
    reply: {
      ...emptyReply,
      tag: tagOf(1),
      evidence: {
        declineCode,
        adviceCode: null,
        networkDeclineCode: null,
        networkAdviceCode: null,
        networkTransactionId: null,
      },
    },
  })
  await accept(world, { savedCardId: await saveBankAccount(world) })
  await notice(world)
  await runOn(world, '2026-06-20')
  await runOn(world, '2026-07-20')
  expect(world.gateway.charges).toHaveLength(1)
  expect(await charges(world)).toMatchObject([{ state: 'FAILED', reason }])
})

test('a blocked account pauses its agreements at once, with the reason', async () => {
  const { world } = tests
  await accept(world, { savedCardId: await saveBankAccount(world) })
  await tests.database.db
    .transaction()
    .execute(async (tx) => await blockAccount(tx, 'account-6789', 'mandate_gone', world.clock.now()))
  await pauseWork(world.engine).run(never)
  expect(await agreements()).toEqual([{ state: 'PAUSED', reason: 'mandate_gone' }])
  expect(await mailed(world, 'autopay-paused')).toMatchObject([
    { text: expect.stringContaining('Your authorization to debit this bank account has ended.') },
  ])
})

test.each([
  ['account', 'bank_refused'],
  ['unauthorized', 'bank_unauthorized'],
] as const)('an account that is returned (%s) for another payer is not debited again either', async (why, reason) => {
  const { world } = tests
  await accept(world, { savedCardId: await saveBankAccount(world) })
  debiting(tests.world)
  const named = { bankName: 'First Hawaiian', accountType: 'checking', fingerprint: 'account-6789' } as const
  const bank = { ...named, credit: 'settlement' } as const
  const intent = intentFor(world.engine, ['9876543210'], { brand: null, bank, lastFour: '6789', sourceCode: 'ACH' })
  await takePayment(world.engine, intent, { bankToken: 'ctoken_1' }, null)
  await bankSays(tests.world, '2026-06-12', why)
  await pauseWork(world.engine).run(never)
  expect(await agreements()).toEqual([{ state: 'PAUSED', reason }])
})

test('AutoPay by card charges no account that a bank payment is on its way to', async () => {
  const { world } = tests
  await accept(world)
  await notice(world)
  await saveBankAccount(world)
  goTo(world, '2026-06-19')
  debiting(tests.world)
  const bank = {
    bankName: 'First Hawaiian',
    accountType: 'checking',
    fingerprint: 'other',
    credit: 'settlement',
  } as const
  const intent = intentFor(world.engine, [account], { brand: null, bank, lastFour: '1111', sourceCode: 'ACH' })
  await takePayment(world.engine, intent, { bankToken: 'ctoken_1' }, null)
  await runOn(world, '2026-06-20')
  expect(world.gateway.charges).toHaveLength(1)
  expect(await charges(world)).toMatchObject([{ state: 'NOTIFIED', held: 'bank_payment' }])
  await bankSays(tests.world, '2026-06-26', 'funds')
  world.gateway.answer = async () => ({ outcome: 'declined', reply: { ...emptyReply, tag: tagOf(2) } })
  await runOn(world, '2026-06-27')
  expect(world.gateway.charges).toHaveLength(2)
})

/** Of another account, from the same bank account. */
async function anotherAgreement(fingerprint: string): Promise<void> {
  const { db } = tests.database
  const other = await db
    .insertInto('gateway_customer')
    .values({
      web_user_id: null,
      gateway: 'gge4',
      is_live: false,
      customer: 'cus_other',
      made_at: tests.world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const card = await db
    .insertInto('saved_card')
    .values({
      gateway_customer_id: other.id,
      method: 'pm_other',
      setup: 'seti_other',
      brand: null,
      bank_name: 'First Hawaiian',
      bank_account_type: 'checking',
      last_four: '6789',
      expires: null,
      funding: null,
      wallet: null,
      fingerprint,
      card_holder: 'Pedro Cruz',
      added_at: tests.world.clock.now(),
      added_by: 'pedro',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mine = await db.selectFrom('autopay_agreement').selectAll().executeTakeFirstOrThrow()
  const { id: _, ...terms } = mine
  await db
    .insertInto('autopay_agreement')
    .values({ ...terms, account_id: '9876543210' as never, saved_card_id: card.id })
    .execute()
}
