import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../http/testing/app.ts'
import { type Told, call, chargeOf, save, saveOverall } from './testing/calls.ts'
import { type StepwiseWorld, accounts, handIn, stepwiseWorld } from './testing/stepwise-world.ts'

const [home, shop] = accounts
let world: StepwiseWorld
beforeAll(async () => {
  world = await stepwiseWorld()
})
afterAll(() => world.portal.close())
beforeEach(async () => {
  await world.reset()
})

/** Saves a payment of both accounts and verifies. */
async function begin(guest: TestBrowser): Promise<string> {
  const overallId = await saveOverall(guest, '100.00')
  await save(guest, overallId, home, '50.00')
  await save(guest, overallId, shop, '50.00')
  await handIn(guest, 'checkout')
  return overallId
}

async function charge(guest: TestBrowser, overallId: string): Promise<Told['body']['result']> {
  const told = await call(guest, 'payeezy', chargeOf(overallId, '100.00', { payment_count: 'MULTI-2' }))
  expect(told.code).toBe(200)
  return told.body.result
}

/** Somebody else pays one of the accounts, alone. */
async function payElsewhere(): Promise<void> {
  const other = await world.guestWho([shop])
  const overallId = await saveOverall(other, '50.00')
  await save(other, overallId, shop, '50.00')
  await handIn(other, 'checkout')
  const told = await call(other, 'payeezy', chargeOf(overallId, '50.00'))
  expect(told.body.result?.status).toBe('True')
}

/** Looks up again what both accounts owe. */
async function look(guest: TestBrowser): Promise<void> {
  for (const accountId of [home, shop]) await guest.post('/api/v1/account-to-pay', { accountId })
}

const refused = (amountDue: number) => ({
  status: 'False',
  description: stepwiseTexts.balanceChanged([{ accountId: AccountNumber.parse(shop), amountDue: cents(amountDue) }]),
})

describe('given a payment whose account somebody else pays before its card is charged', () => {
  test('then nothing is charged, and it says what is owed now, however often it is sent', async () => {
    const guest = await world.guestWho([home, shop])
    const overallId = await begin(guest)
    world.clock.pass(60_000)
    await payElsewhere()
    expect([await charge(guest, overallId), await charge(guest, overallId)]).toEqual([refused(5_000), refused(5_000)])
    expect(world.charges).toHaveLength(1)
  })

  test('then looking at what is due does not make the payment that was begun before go through', async () => {
    const guest = await world.guestWho([home, shop])
    const overallId = await begin(guest)
    world.clock.pass(60_000)
    await payElsewhere()
    await look(guest)
    expect(await charge(guest, overallId)).toEqual(refused(5_000))
    expect(world.charges).toHaveLength(1)
  })

  test('then it succeeds when the payer looks and begins again, with the verification that was submitted', async () => {
    const guest = await world.guestWho([home, shop])
    const overallId = await begin(guest)
    world.clock.pass(60_000)
    await payElsewhere()
    await charge(guest, overallId)
    await look(guest)
    const again = await saveOverall(guest, '100.00')
    await save(guest, again, home, '50.00')
    await save(guest, again, shop, '50.00')
    expect(await charge(guest, again)).toMatchObject({ status: 'True', data: { Transaction_Approved: 'true' } })
    expect(world.charges).toHaveLength(2)
  })
})

describe('given an account that somebody else pays between the look-up and the beginning of the payment', () => {
  test('then nothing is charged until the payer has looked at what is due, however often it is begun', async () => {
    const guest = await world.guestWho([home, shop])
    await payElsewhere()
    world.clock.pass(60_000)
    expect([await charge(guest, await begin(guest)), await charge(guest, await begin(guest))]).toEqual([
      refused(5_000),
      refused(5_000),
    ])
    await look(guest)
    expect(await charge(guest, await begin(guest))).toMatchObject({ status: 'True' })
    expect(world.charges).toHaveLength(2)
  })

  test('then the payer’s own payment counts as well', async () => {
    const guest = await world.guestWho([home, shop])
    expect(await charge(guest, await begin(guest))).toMatchObject({ status: 'True' })
    world.clock.pass(60_000)
    const own = [home, shop].map((account) => ({ accountId: AccountNumber.parse(account), amountDue: cents(5_000) }))
    expect(await charge(guest, await begin(guest))).toEqual({
      status: 'False',
      description: stepwiseTexts.balanceChanged(own),
    })
    expect(world.charges).toHaveLength(1)
  })

  test('then payments made before the account was looked up do not stop it', async () => {
    await payElsewhere()
    await payElsewhere()
    world.clock.pass(60_000)
    const guest = await world.guestWho([home, shop])
    expect(await charge(guest, await begin(guest))).toMatchObject({ status: 'True' })
  })
})
