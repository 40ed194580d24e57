import { checkoutProblems } from '@portal/contract/checkout'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BillingSystem, BillingSystemDown } from '../../adapters/billing-system/port.ts'
import { type Told, call, chargeOf, save, saveOverall } from './testing/calls.ts'
import { type StepwiseWorld, accounts, handIn, stepwiseWorld } from './testing/stepwise-world.ts'

const [account] = accounts
let world: StepwiseWorld
beforeAll(async () => {
  world = await stepwiseWorld()
})
afterAll(() => world.portal.close())
beforeEach(async () => {
  await world.reset()
})

describe('given two equal charges, of which the second is overtaken while it is checked', () => {
  test.each<[string, BillingSystem['findAccounts']]>([
    ['the account takes no cards any more', async () => []],
    ['the billing system is down by now', async () => Promise.reject(new BillingSystemDown('no connection'))],
  ])('then both get the same answer, although %s', async (_what, findAccounts) => {
    const guest = await world.guestWho([account])
    const overallId = await saveOverall(guest, '50.00')
    await save(guest, overallId, account, '50.00')
    await handIn(guest, 'checkout')
    const charge = async () => call(guest, 'payeezy', chargeOf(overallId, '50.00'))
    const overtaking: Told[] = []
    vi.spyOn(world.portal.deps.billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
      overtaking.push(await charge())
      return findAccounts(...asked)
    })
    const overtaken = await charge()
    expect(overtaken.body.result).toMatchObject({ status: 'True', data: { Transaction_Approved: 'true' } })
    expect([overtaken]).toEqual(overtaking)
    expect(world.charges).toHaveLength(1)
  })
})

test('given a repeat that is refused because the billing system is down, then the first is not charged any more', async () => {
  const guest = await world.guestWho([account])
  const overallId = await saveOverall(guest, '50.00')
  await save(guest, overallId, account, '50.00')
  await handIn(guest, 'checkout')
  const charge = async () => call(guest, 'payeezy', chargeOf(overallId, '50.00'))
  const { billing } = world.portal.deps
  const findAccounts = billing.findAccounts.bind(billing)
  const repeats: Told[] = []
  vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
    vi.spyOn(billing, 'findAccounts').mockRejectedValueOnce(new BillingSystemDown('no connection'))
    repeats.push(await charge())
    return findAccounts(...asked)
  })
  const first = await charge()
  expect(repeats).toMatchObject([{ code: 502 }])
  const description = checkoutProblems['repeat-refused'].title
  expect(first.body.result).toEqual({ status: 'False', description })
  expect(world.charges).toEqual([])
  expect((await charge()).body.result).toMatchObject({ status: 'True' })
})
