import { randomUUID } from 'node:crypto'
import { cardMessages } from '@portal/contract/card'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { epochOf, Instant } from '@portal/contract/dates'
import { paymentTexts } from '@portal/contract/payments'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../http/testing/app.ts'
import { charged, declined, unknown } from '../../payments/testing/engine-world.ts'
import { draftSweep } from './drafts.ts'
import { type Told, call, chargeOf, save, saveOverall } from './testing/calls.ts'
import { type StepwiseWorld, accounts, cashOnly, handIn, stepwiseWorld } from './testing/stepwise-world.ts'

const [account, second, notFound] = accounts

let world: StepwiseWorld
let guest: TestBrowser
let overallId: string
beforeAll(async () => {
  world = await stepwiseWorld()
})
afterAll(() => world.portal.close())
beforeEach(async () => {
  await world.reset()
  guest = await world.guestWho([account, second])
  overallId = await saveOverall(guest, '50.00')
})

/** The sentence of a refusal, whichever of the two shapes it stands in. */
function sentence({ code, body }: Told): string | undefined {
  expect(code).toBe(200)
  expect(body.result?.status ?? body.status).toBe('False')
  return body.result?.description ?? body.description
}

async function charge(body: object, browser = guest): Promise<Told> {
  await handIn(browser, 'checkout')
  return call(browser, 'payeezy', body)
}

/** A payment of $50.00 for one account, charged. */
async function paid(): Promise<Told> {
  await save(guest, overallId, account, '50.00')
  return charge(chargeOf(overallId, '50.00'))
}

describe('save-overall-payment', () => {
  test.each([['0.99'], ['0'], ['-5'], ['100000.00']])('refuses %s with the sentence of C§5', async (amount) => {
    const body = { username: '', amount, mode: '', payment_source: '' }
    expect(sentence(await call(guest, 'save-overall-payment', body))).toBe(paymentTexts.amount)
  })

  test.each([['1.005'], ['fifty'], [''], [0.1 + 0.2]])('takes %j for no amount at all', async (amount) => {
    const body = { username: '', amount, mode: '', payment_source: '' }
    expect((await call(guest, 'save-overall-payment', body)).code).toBe(400)
  })

  test('returns the open payment of the same amount again, however the amount is written', async () => {
    expect(await saveOverall(guest, 50)).toBe(overallId)
    expect(await saveOverall(guest, '50.0')).toBe(overallId)
    expect(await saveOverall(guest, '1,050.00')).not.toBe(overallId)
  })

  test('gives another session another payment', async () => {
    expect(await saveOverall(await world.guestWho([]), '50.00')).not.toBe(overallId)
  })

  test('takes mode and user from the session, whatever the client claims', async () => {
    await call(guest, 'save-overall-payment', { username: 'root', amount: 77, mode: 'Phoned-In', payment_source: 'X' })
    const found = await world.rows('select distinct mode, source_code from checkout')
    expect(found).toEqual([{ mode: 'Online', source_code: null }])
  })
})

describe('save-payment', () => {
  test.each([
    ['an account this session has not found', notFound, '5.00', checkoutProblems['account-not-open'].title],
    ['no account number', '123', '5.00', checkoutProblems['account-not-open'].title],
    ['an amount of zero', account, '0.00', stepwiseTexts.amountNotPositive],
    ['a negative amount', account, '-1.00', stepwiseTexts.amountNotPositive],
  ])('refuses %s', async (_, accountId, amount, text) => {
    expect(sentence(await save(guest, overallId, accountId, amount))).toBe(text)
  })

  test('refuses an account that only takes cash', async () => {
    const visitor = await world.guestWho([cashOnly])
    const own = await saveOverall(visitor, 50)
    const refusal = await save(visitor, own, cashOnly, '50.00')
    expect(sentence(refusal)).toBe(checkoutProblems['account-not-payable'].title)
  })

  test('refuses an account whose payment is being confirmed, and no other', async () => {
    world.script.answer = () => unknown
    await paid()
    const neighbor = await world.guestWho([account, accounts[1]])
    const own = await saveOverall(neighbor, 50)
    expect(sentence(await save(neighbor, own, account, '50.00'))).toBe(checkoutProblems['account-being-paid'].title)
    expect((await save(neighbor, own, accounts[1], '50.00')).body.status).toBe('True')
  })

  test('refuses at once what would come to more than the payment, and takes it once another account costs less', async () => {
    await save(guest, overallId, account, '20.00')
    expect(sentence(await save(guest, overallId, second, '30.01'))).toBe(stepwiseTexts.aboveOverall)
    expect(sentence(await save(guest, overallId, account, '50.01'))).toBe(stepwiseTexts.aboveOverall)
    expect((await save(guest, overallId, account, '19.99')).body.status).toBe('True')
    expect((await save(guest, overallId, second, '30.01')).body.status).toBe('True')
    const reply = await charge(chargeOf(overallId, '50.00', { payment_count: 'MULTI-2' }))
    expect(reply.body.result?.status).toBe('True')
  })

  test('refuses one of two accounts that are saved at the same moment and come to more than the payment', async () => {
    const both = await Promise.all([account, second].map((each) => save(guest, overallId, each, '30.00')))
    expect(new Set(both.map(({ body }) => body.status))).toEqual(new Set(['False', 'True']))
    expect(await world.rows('select sum(amount_cents) as saved from checkout_item')).toEqual([{ saved: '3000' }])
  })

  test('returns the same id again, and accepts the newer amount', async () => {
    const first = await save(guest, overallId, account, '20.00')
    expect(await save(guest, overallId, account, '50.00')).toEqual(first)
    expect((await charge(chargeOf(overallId, '50.00'))).body.result?.status).toBe('True')
  })

  test('changes nothing after the charge, and repeats its earlier reply', async () => {
    await paid()
    expect((await save(guest, overallId, account, '50.00')).body.status).toBe('True')
    expect(sentence(await save(guest, overallId, account, '60.00'))).toBe(stepwiseTexts.alreadyStarted)
    expect(sentence(await save(guest, overallId, second, '50.00'))).toBe(stepwiseTexts.alreadyStarted)
  })
})

describe('a client that starts over', () => {
  test('pays what it saved last, numbered from one', async () => {
    await save(guest, overallId, account, '20.00')
    await save(guest, overallId, second, '30.00')
    await saveOverall(guest, '50.00')
    await save(guest, overallId, second, '50.00')
    expect((await charge(chargeOf(overallId, '50.00'))).body.result?.data).toMatchObject({ DollarAmount: '50.00' })
    const items = await world.rows('select account_id, ordinal from checkout_item')
    expect(items).toEqual([{ account_id: second, ordinal: 1 }])
  })

  test('that only repeats its first call loses nothing', async () => {
    await save(guest, overallId, account, '50.00')
    await saveOverall(guest, '50.00')
    expect((await charge(chargeOf(overallId, '50.00'))).body.result?.status).toBe('True')
  })
})

describe('payeezy', () => {
  test.each([
    ['an amount that is not the payment’s', '49.99', {}],
    ['a count that is not the number of accounts', '50.00', { payment_count: 'MULTI-2' }],
  ])('refuses %s', async (_, amount, more) => {
    await save(guest, overallId, account, '50.00')
    expect(sentence(await charge(chargeOf(overallId, amount, more)))).toBe(stepwiseTexts.notAddingUp)
    expect(world.charges).toEqual([])
  })

  test.each([
    ['no account', []],
    ['accounts that add up to less', ['20.00']],
  ])('refuses a payment with %s', async (_, amounts) => {
    for (const [index, amount] of amounts.entries()) await save(guest, overallId, accounts[index] ?? '', amount)
    const count = amounts.length > 1 ? `MULTI-${amounts.length}` : 'SINGLE'
    const told = await charge(chargeOf(overallId, '50.00', { payment_count: count }))
    expect(sentence(told)).toBe(stepwiseTexts.notAddingUp)
    expect(world.charges).toEqual([])
  })

  test.each([
    [{ card_holder: ' ' }, cardMessages.holder],
    [{ card_num: '' }, cardMessages.number],
    [{ card_num: '3411111111111111' }, cardMessages.numberFormat],
    [{ card_num: '4111111111111112' }, cardMessages.numberOf.Visa],
    [{ card_num: '60110000' }, cardMessages.numberOf.Discover],
    [{ exp_date: '1330' }, cardMessages.expiry],
    [{ exp_date: '0126' }, cardMessages.expiry],
    [{ CAVV: '' }, cardMessages.securityCode],
    [{ zip_code: '9691' }, cardMessages.zip],
  ])('refuses the card %o in the words of A§5', async (more, text) => {
    await save(guest, overallId, account, '50.00')
    expect(sentence(await charge(chargeOf(overallId, '50.00', more)))).toBe(text)
    expect(world.charges).toEqual([])
  })

  test('needs a human verification of its own', async () => {
    await save(guest, overallId, account, '50.00')
    const without = await call(guest, 'payeezy', chargeOf(overallId, '50.00'))
    expect([without.code, without.body.type]).toEqual([403, '/problems/human-check-missing'])
    world.script.answer = () => declined('9')
    await charge(chargeOf(overallId, '50.00'))
    const next = await saveOverall(guest, '50.00')
    await save(guest, next, account, '50.00')
    expect((await call(guest, 'payeezy', chargeOf(next, '50.00'))).body.type).toBe('/problems/human-check-missing')
    expect(world.charges).toHaveLength(1)
  })

  test('counts against its payer and its account, but only with a human verification', async () => {
    const counted = () =>
      world.rows("select split_part(key, ':', 1) as name from rate_limit where key like 'checkouts%'")
    await save(guest, overallId, account, '50.00')
    await call(guest, 'payeezy', chargeOf(overallId, '50.00'))
    expect(await counted()).toEqual([])
    await charge(chargeOf(overallId, '50.00'))
    const names = ['checkoutsPerAccount', 'checkoutsPerAddress', 'checkoutsPerSession']
    expect(await counted()).toEqual(expect.arrayContaining(names.map((name) => ({ name }))))
  })

  test('repeats its answer without another charge or verification', async () => {
    const first = await paid()
    expect(await call(guest, 'payeezy', chargeOf(overallId, '50.00'))).toEqual(first)
    expect(await call(guest, 'payeezy', chargeOf(undefined, '50.00'))).toEqual(first)
    expect(world.charges).toHaveLength(1)
  })

  test('charges once when it is sent four times at the same moment', async () => {
    await save(guest, overallId, account, '50.00')
    await handIn(guest, 'checkout')
    const told = await Promise.all([1, 2, 3, 4].map(() => call(guest, 'payeezy', chargeOf(overallId, '50.00'))))
    expect(world.charges).toHaveLength(1)
    expect(told[0]?.body.result).toMatchObject({ status: 'True', data: { Transaction_Approved: 'true' } })
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test('refuses another card for a payment that was already charged', async () => {
    await paid()
    const other = chargeOf(overallId, '50.00', { card_num: '5500000000000004' })
    expect(sentence(await charge(other))).toBe(stepwiseTexts.alreadyStarted)
    expect(world.charges).toHaveLength(1)
  })

  test('without an overallId means the only open payment, but none of two', async () => {
    await save(guest, overallId, account, '50.00')
    await saveOverall(guest, '60.00')
    expect(sentence(await charge(chargeOf('4821007391', '50.00')))).toBe(stepwiseTexts.noSuchPayment)
    const visitor = await world.guestWho([account])
    await save(visitor, await saveOverall(visitor, '50.00'), account, '50.00')
    expect((await charge(chargeOf('4821007391', '50.00'), visitor)).body.result?.status).toBe('True')
  })

  test('charges nothing when an account is held meanwhile, and can be tried again when it is free', async () => {
    const neighbor = await world.guestWho([account])
    const own = await saveOverall(neighbor, '30.00')
    await save(neighbor, own, account, '30.00')
    world.script.answer = () => unknown
    await paid()
    const told = await charge(chargeOf(own, '30.00'), neighbor)
    expect(sentence(told)).toBe(checkoutProblems['account-being-paid'].title)
    await world.portal.database.pool.query('delete from account_hold')
    world.script.answer = () => charged('4')
    expect((await charge(chargeOf(own, '30.00'), neighbor)).body.result?.status).toBe('True')
  })
})

describe('a payment of somebody else', () => {
  test('is treated as if it did not exist by every call', async () => {
    const approved = await paid()
    const tag = approved.body.result?.data?.['Transaction_Tag'] ?? ''
    const indivId = `${overallId}.${account}`
    const stranger = await world.guestWho([account])
    const unknownId = randomUUID()
    const update = { transaction_tag: tag, pay_eezy_seq_num: '', auth_no: '', ccb_status: '1', receipt: `W-${tag}` }
    const posting = { accountId: account, amount: '50.00', method: 'PG001', cardCharge: '0.00', receiptNum: `W-${tag}` }
    for (const [name, mine, nobodys] of [
      ['save-payment', bodyOfSave(overallId), bodyOfSave(unknownId)],
      ['payeezy', chargeOf(overallId, '50.00'), chargeOf(unknownId, '50.00')],
      [
        'confirm-email',
        { receiptNum: `W-${tag}`, email: 'a@example.com' },
        { receiptNum: 'W-1', email: 'a@example.com' },
      ],
      [
        'make-payment',
        { ...posting, overall_id: overallId, individual_id: indivId },
        { ...posting, overall_id: unknownId, individual_id: `${unknownId}.${account}` },
      ],
      ['update-overall-payment', { ...update, overAllId: overallId }, { ...update, overAllId: unknownId }],
      ['update-payment', { indivId, status: 'PAID' }, { indivId: `${unknownId}.${account}`, status: 'PAID' }],
    ] as const) {
      const told = await call(stranger, name, mine)
      expect(sentence(told)).toBe(stepwiseTexts.noSuchPayment)
      expect(told).toEqual(await call(stranger, name, nobodys))
    }
    expect(world.charges).toHaveLength(1)
  })
})

describe('a payment that waits for its card', () => {
  test('expires after an hour, and says so', async () => {
    await save(guest, overallId, account, '50.00')
    const sweep = draftSweep({ db: world.portal.deps.db, clock: world.clock })
    world.clock.pass(59 * 60_000)
    expect(await sweep.run(new AbortController().signal)).toBe(0)
    world.clock.pass(60_000)
    expect(await sweep.run(new AbortController().signal)).toBe(1)
    expect(sentence(await save(guest, overallId, account, '50.00'))).toBe(stepwiseTexts.expired)
    expect(sentence(await charge(chargeOf(overallId, '50.00')))).toBe(stepwiseTexts.expired)
    expect(await saveOverall(guest, '50.00')).not.toBe(overallId)
    const events = await world.rows(
      'select from_state, to_state from payment_event order by checkout_id, sequence limit 2',
    )
    expect(events).toEqual([
      { from_state: null, to_state: 'DRAFT' },
      { from_state: 'DRAFT', to_state: 'EXPIRED' },
    ])
  })
})

test("payeezy answers a repeat although the card has expired since, at midnight in the utility's time zone", async () => {
  world.clock.pass(epochOf(Instant.parse('2026-02-28T13:59:00.000Z')) - epochOf(world.clock.now()))
  guest = await world.guestWho([account])
  overallId = await saveOverall(guest, '50.00')
  await save(guest, overallId, account, '50.00')
  const asked = chargeOf(overallId, '50.00', { exp_date: '0226' })
  const first = await charge(asked)
  expect(first.body.result?.data?.['Transaction_Approved']).toBe('true')
  world.clock.pass(120_000)
  expect(await call(guest, 'payeezy', asked)).toEqual(first)
  const another = await saveOverall(guest, '51.00')
  await save(guest, another, second, '51.00')
  expect(sentence(await charge(chargeOf(another, '51.00', { exp_date: '0226' })))).toBe(cardMessages.expiry)
})

describe('maintenance (R16)', () => {
  test('stops payments from being begun and charged, but lets charged ones be completed', async () => {
    const begun = await saveOverall(guest, '7.00')
    const approved = await paid()
    await world.portal.database.pool.query("update maintenance_switch set is_off = true where name = 'payNow'")
    world.clock.pass(60_000)
    for (const [name, body] of [
      ['save-overall-payment', { username: '', amount: 5, mode: '', payment_source: '' }],
      ['save-payment', bodyOfSave(overallId)],
      ['payeezy', chargeOf(begun, '7.00')],
    ] as const) {
      expect((await call(guest, name, body)).body.type).toBe('/problems/maintenance')
    }
    expect(await call(guest, 'payeezy', chargeOf(overallId, '50.00'))).toEqual(approved)
    const indivId = `${overallId}.${account}`
    const receipt = `W-${approved.body.result?.data?.['Transaction_Tag']}`
    const told = await call(guest, 'update-payment', { indivId, status: 'PAID', receipt })
    expect(told.body.result?.status).toBe('Success')
  })
})

function bodyOfSave(overall_id: string): object {
  return { overall_id, account_number: account, amount: '50.00', paid_by: '' }
}
