import { createHash, randomBytes } from 'node:crypto'
import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { AccountToFind } from '@portal/contract/pay-now'
import { type ProofFieldName, type ProofName, setProof } from '@portal/contract/proof'
import { afterEach, describe, expect, test } from 'vitest'
import { type ProvableAccount, isProven, lacksProof, secretDigest } from './proof.ts'

const accountId = AccountNumber.parse('4821007391')
const secret = randomBytes(24).toString('hex')
const deps = { config: { LINK_SECRET: secret } }
const kept = (...digests: readonly string[]) =>
  createHash('sha256')
    .update([accountId, ...digests].join(' '))
    .digest()

const full: ProvableAccount = {
  account: {
    accountId,
    division: 'GWA',
    customerClass: 'RESID',
    isActive: true,
    isCashOnly: false,
    serviceLocation: '0123-A Marine Corps Dr, Tamuning, GU, 96913',
    person: {
      personId: PersonId.parse('0000000001'),
      fullName: 'De La Crúz, Maria',
      isBusiness: false,
      emailAddress: null,
    },
    mailing: {
      address1: '',
      address2: null,
      city: 'Tamuning',
      state: 'GU',
      postal: '96913-1234',
      country: 'USA',
      source: 'PER',
    },
  },
  onFile: {
    lastBill: cents(108_053),
    lastPayment: { amount: cents(4500), date: CalendarDate.parse('2026-01-05') },
    lastPaymentDigest: null,
    pinDigest: kept(secretDigest(secret, 'pin', 'AB12')),
  },
}
const ofFiles: ProvableAccount = {
  ...full,
  onFile: {
    ...full.onFile,
    lastPayment: null,
    lastPaymentDigest: kept(
      secretDigest(secret, 'last_payment', '4500'),
      secretDigest(secret, 'last_payment_date', '2026-01-05'),
    ),
  },
}
const bare: ProvableAccount = {
  account: {
    ...full.account,
    serviceLocation: 'Marine Corps Dr, Tamuning, GU, 96913',
    person: { ...full.account.person, fullName: ' ' },
    mailing: { ...full.account.mailing, postal: '' },
  },
  onFile: { lastBill: null, lastPayment: null, lastPaymentDigest: null, pinDigest: null },
}

afterEach(() => setProof())

type Typed = Partial<Record<ProofFieldName, string>>
const payment = { lastPaymentAmount: '45.00', lastPaymentDate: '01/05/2026' }

describe.each<{
  proof: ProofName
  right: Typed
  spelled: readonly Typed[]
  wrong: readonly Typed[]
  of?: ProvableAccount
}>([
  { proof: 'zip', right: { postal: '96913' }, spelled: [{ postal: ' 969 13 ' }], wrong: [{ postal: '96910' }] },
  {
    proof: 'lastName',
    right: { lastName: 'De La Crúz' },
    spelled: [{ lastName: 'cruz' }, { lastName: 'DELACRUZ' }, { lastName: 'De La Cruz, Jr.' }],
    wrong: [{ lastName: 'Maria' }, { lastName: 'Santos' }],
  },
  {
    proof: 'lastBillAmount',
    right: { lastBillAmount: '1080.53' },
    spelled: [{ lastBillAmount: '$1,080.53' }],
    wrong: [{ lastBillAmount: '1080.52' }, { lastBillAmount: '10.80' }],
  },
  {
    proof: 'lastPayment',
    right: payment,
    spelled: [{ lastPaymentAmount: '$45', lastPaymentDate: '1/5/26' }],
    wrong: [
      { ...payment, lastPaymentAmount: '45.01' },
      { ...payment, lastPaymentDate: '01/06/2026' },
    ],
  },
  {
    proof: 'lastPayment',
    of: ofFiles,
    right: payment,
    spelled: [{ lastPaymentAmount: '$45', lastPaymentDate: '1-5-2026' }],
    wrong: [
      { ...payment, lastPaymentAmount: '45.01' },
      { ...payment, lastPaymentDate: '01/06/2026' },
    ],
  },
  {
    proof: 'houseNumber',
    right: { houseNumber: '123' },
    spelled: [{ houseNumber: '0123 Marine Corps Dr' }],
    wrong: [{ houseNumber: '124' }],
  },
  { proof: 'pin', right: { pin: 'AB12' }, spelled: [{ pin: ' ab-12 ' }], wrong: [{ pin: 'AB13' }, { pin: '0AB12' }] },
])('$proof', ({ proof, right, spelled, wrong, of = full }) => {
  const proves = (typed: Typed, onFile = of) => {
    setProof({ payNow: [proof], registration: [proof] })
    return isProven(deps, 'payNow', onFile, AccountToFind.parse({ accountId, ...typed }))
  }

  test('as it is on file, proves the account', () => expect(proves(right)).toBe(true))
  test.each(spelled)('spelled %o, proves it, too', (typed) => expect(proves(typed)).toBe(true))
  test.each(wrong)('of %o, proves nothing', (typed) => expect(proves(typed)).toBe(false))
  test('left empty, is refused at its field', () => {
    setProof({ payNow: [proof], registration: [proof] })
    expect(AccountToFind.safeParse({ accountId }).error?.issues[0]?.path).toEqual([Object.keys(right)[0]])
  })
  test('that an account does not have, is proven by nothing', () => {
    expect(proves(right, bare)).toBe(false)
    expect([lacksProof(deps, 'payNow', of), lacksProof(deps, 'payNow', bare)]).toEqual([false, true])
  })
})

test('a digest of one account is none of another', () => {
  setProof({ payNow: ['pin'], registration: ['pin'] })
  const another = { ...full, account: { ...full.account, accountId: AccountNumber.parse('4821007392') } }
  const typed = AccountToFind.parse({ accountId, pin: 'AB12' })
  expect([full, another].map((of) => isProven(deps, 'payNow', of, typed))).toEqual([true, false])
})

test('of several, all have to be right', () => {
  setProof({ payNow: ['zip', 'lastBillAmount'], registration: ['zip'] })
  const proves = (typed: Typed) => isProven(deps, 'payNow', full, AccountToFind.parse({ accountId, ...typed }))
  expect(proves({ postal: '96913', lastBillAmount: '1080.53' })).toBe(true)
  expect(proves({ postal: '96910', lastBillAmount: '1080.53' })).toBe(false)
  expect(proves({ postal: '96913', lastBillAmount: '80.53' })).toBe(false)
})

test.each([0, -500])('a last bill of %i cents proves nothing', (lastBill) => {
  setProof({ payNow: ['lastBillAmount'], registration: ['lastBillAmount'] })
  const credit = { ...full, onFile: { ...full.onFile, lastBill: cents(lastBill) } }
  expect(lacksProof(deps, 'registration', credit)).toBe(true)
})
