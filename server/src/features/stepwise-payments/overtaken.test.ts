import { cardMessages } from '@portal/contract/card'
import { checkoutProblems } from '@portal/contract/checkout-problems'
import { stepwiseTexts } from '@portal/contract/stepwise-payments'
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
    ['the account takes no cards anymore', async () => []],
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

test.each<[string, () => void, object, { code: number; body: object }]>([
  [
    'the billing system is down',
    () =>
      void vi
        .spyOn(world.portal.deps.billing, 'findAccounts')
        .mockRejectedValueOnce(new BillingSystemDown('no connection')),
    {},
    { code: 502, body: {} },
  ],
  ['its card has expired', () => undefined, { exp_date: '0126' }, sentence(cardMessages.expiry)],
  ['its amount is another', () => undefined, { amount: '49.99' }, sentence(stepwiseTexts.notAddingUp)],
])('given a repeat that is refused because %s, then the first is not charged anymore', async (_, fail, more, told) => {
  const guest = await world.guestWho([account])
  const overallId = await saveOverall(guest, '50.00')
  await save(guest, overallId, account, '50.00')
  await handIn(guest, 'checkout')
  const charge = async (other = {}) => call(guest, 'payeezy', chargeOf(overallId, '50.00', other))
  const { billing } = world.portal.deps
  const findAccounts = billing.findAccounts.bind(billing)
  const repeats: Told[] = []
  vi.spyOn(billing, 'findAccounts').mockImplementationOnce(async (...asked) => {
    fail()
    repeats.push(await charge(more))
    return findAccounts(...asked)
  })
  const first = await charge()
  expect(repeats).toMatchObject([told])
  expect(first).toMatchObject(sentence(checkoutProblems['repeat-refused'].title))
  expect(world.charges).toEqual([])
  expect((await charge()).body.result).toMatchObject({ status: 'True' })
})

/** What a refusal looks like that is told in a sentence. */
function sentence(description: string) {
  return { code: 200, body: { result: { status: 'False', description } } }
}
