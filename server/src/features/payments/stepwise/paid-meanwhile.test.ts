import { stepwiseTexts } from '@portal/contract/stepwise-payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../../http/testing/app.ts'
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

describe('given a payment whose account somebody else pays before its card is charged', () => {
  test('then nothing is charged, with a business refusal, however often it is sent', async () => {
    const guest = await world.guestWho([home, shop])
    const overallId = await begin(guest)
    world.clock.pass(60_000)
    await payElsewhere()
    const refused = { status: 'False', description: stepwiseTexts.paidMeanwhile }
    expect([await charge(guest, overallId), await charge(guest, overallId)]).toEqual([refused, refused])
    expect(world.charges).toHaveLength(1)
  })

  test('then it succeeds when it is begun again, with the verification that was submitted', async () => {
    const guest = await world.guestWho([home, shop])
    const overallId = await begin(guest)
    world.clock.pass(60_000)
    await payElsewhere()
    await charge(guest, overallId)
    const again = await saveOverall(guest, '100.00')
    await save(guest, again, home, '50.00')
    await save(guest, again, shop, '50.00')
    expect(await charge(guest, again)).toMatchObject({ status: 'True', data: { Transaction_Approved: 'true' } })
    expect(world.charges).toHaveLength(2)
  })

  test('then payments made before it was begun do not stop it', async () => {
    const guest = await world.guestWho([home, shop])
    await payElsewhere()
    await payElsewhere()
    world.clock.pass(60_000)
    expect(await charge(guest, await begin(guest))).toMatchObject({ status: 'True' })
  })
})
