import { AccountNumber, PersonId } from '@portal/contract/ids'
import { expect, test } from 'vitest'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import { readProfile } from '../../profile.ts'
import { testClock } from '../../test-clock.ts'
import { payableAccount } from './payable-account.ts'

const address = {
  address1: '12 Chalan Demo',
  address2: null,
  city: 'Dededo',
  state: 'GU',
  postal: '96929',
  country: 'USA',
}
const account: BillingAccount = {
  accountId: AccountNumber.parse('4821007391'),
  division: 'GWA',
  customerClass: 'RESID',
  isActive: true,
  isCashOnly: false,
  serviceLocation: '12 Chalan Demo, Dededo',
  person: { personId: PersonId.parse('0000000001'), fullName: 'Cruz, Maria', emailAddress: null },
  mailing: { ...address, source: 'PER' },
}
const deps = { clock: testClock(), profile: readProfile() }

test.each([true, false])(
  'an account tells whether a payment of it is still being confirmed (R19): %s',
  async (held) => {
    const asked: string[] = []
    const isBeingPaid = async (id: string): Promise<boolean> => {
      asked.push(id)
      return held
    }
    expect((await payableAccount(deps, isBeingPaid, account, undefined)).isBeingPaid).toBe(held)
    expect(asked).toEqual([account.accountId])
  },
)

test('an account that the billing system has no balance for owes nothing', async () => {
  const shown = await payableAccount(deps, async () => false, account, undefined)
  expect(shown).toMatchObject({ amount: 0, arrearsTotal: 0, dueDate: null, isDueDateRed: false })
})
