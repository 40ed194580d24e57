import { CalendarDate, daysAfter } from '@portal/contract/dates'
import { getHumanCheck } from '@portal/contract/human-check'
import { english } from '@portal/contract/language'
import { type Cents, cents, noCents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payments'
import { listSavedMethods } from '@portal/contract/saved-methods'
import { scheduleAuthorization } from '@portal/contract/scheduled-debits'
import {
  listScheduledPayments,
  scheduledPaymentTexts as texts,
  schedulePayment,
} from '@portal/contract/scheduled-payments'
import type { UtilityProfile } from '@portal/contract/utility'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startOfBanks, stripeScript } from '#payment/bank/testing/stripe-script.ts'
import { testCheckout } from '#testing/data.ts'
import { accountNumber, customerServer, openSignedIn, testRow, testSavedMethod } from '../testing/dashboard.ts'

const today = CalendarDate.parse('2026-11-21')
const bankAccount = { bankName: 'First Hawaiian', accountType: 'checking', lastFour: '6789' } as const
const bank = testSavedMethod(3, { brand: null, bankAccount, lastFour: '6789', expires: null, funding: null })
let server: ReturnType<typeof customerServer>

beforeEach(() => {
  sessionStorage.clear()
  stripeScript()
  server = customerServer([testRow(), testRow({ accID: accountNumber(2), amount: cents(1_234) })])
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
  server.replies(listSavedMethods, { cards: [testSavedMethod(7, { isDefault: true }), bank] })
  // Six days after each.
  const bankAnswers = Array.from({ length: 180 }, (_, index) => daysAfter(today, index + 7))
  server.replies(listScheduledPayments, { today, payments: [], bankAnswers })
})
afterEach(() => vi.unstubAllGlobals())

const words = (facts: { on: string; accounts: number; amount: Cents; fee?: Cents }) =>
  scheduleAuthorization(english, {
    utility: startOfBanks.profile.name,
    paidWith: bank,
    fee: noCents,
    locale: 'en-US',
    ...facts,
    on: CalendarDate.parse(facts.on),
  })

type Profile = Partial<Pick<UtilityProfile, 'serviceFees' | 'bankPayments'>>

/** The form of these accounts, on a later day, from the saved bank account. */
async function payLater(accounts: number[], day: string, profile: Profile = {}): Promise<UserEvent> {
  const start = { ...startOfBanks, profile: { ...startOfBanks.profile, ...profile } }
  const user = openSignedIn('/dashboard', { ...start, savesCards: true })
  for (const account of accounts)
    await user.click(await screen.findByRole('button', { name: `Make Payment, account ${accountNumber(account)}` }))
  await user.click(await screen.findByRole('button', { name: paymentFormTexts.checkOut }))
  await user.click(await screen.findByRole('radio', { name: /^Bank account/ }))
  await screen.findByRole('radio', { name: /^First Hawaiian/ })
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${texts.payLater}`) }))
  await user.type(screen.getByLabelText(texts.date), day)
  return user
}

const authorized = () => screen.getByText(/I authorize/).textContent

test('a payment is scheduled from a bank account by the words above the button, which names them', async () => {
  const user = await payLater([1, 2], '2026-12-04')
  const asked = words({ on: '2026-12-04', accounts: 2, amount: cents(9_287) })
  expect(authorized()).toBe(asked)
  screen.getByText(
    'On 12/04/2026 we will debit First Hawaiian, checking ending in 6789 once for each account, $92.87 in all.',
  )
  screen.getByText('Your bank confirms by Thursday, 12/10/2026.')
  const button = screen.getByRole('button', { name: 'Schedule $92.87' })
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByText(/I authorize/).id)
  server.replies(schedulePayment, { today, payments: [] })
  await user.click(button)
  const done = within(await screen.findByRole('dialog', { name: texts.isScheduled }))
  done.getByText(/^On 12\/04\/2026 we will debit First Hawaiian/)
  expect(server.askedFor(schedulePayment)[0]?.body).toMatchObject({ savedMethod: 3, authorization: asked })
})

test('a fee for it is in the sentence, the words and the request', async () => {
  const serviceFees: UtilityProfile['serviceFees'] = [{ method: 'bank', channels: ['schedule'], flat: 50 }]
  const user = await payLater([1], '2026-12-04', { serviceFees })
  const asked = words({ on: '2026-12-04', accounts: 1, amount: cents(8_103), fee: cents(50) })
  expect(authorized()).toBe(asked)
  screen.getByText(
    /^On 12\/04\/2026 we will debit \$81\.03 from First Hawaiian.* This includes a service fee of \$0\.50\.$/,
  )
  server.replies(schedulePayment, { today, payments: [] })
  await user.click(screen.getByRole('button', { name: 'Schedule $81.03' }))
  expect(server.askedFor(schedulePayment)[0]?.body).toMatchObject({ fee: 50, authorization: asked })
})

test('without a good day, nothing is authorized yet', async () => {
  await payLater([1], '2026-11-21')
  expect(screen.queryByText(/I authorize/)).toBeNull()
  await screen.findByRole('button', { name: texts.scheduleThis })
})

// Due 11/25; the bank has answered six days after the debit.
test.each([
  ['submission', '2026-11-24', null],
  ['submission', '2026-11-26', 'This is after the due date of account 0000000001, 11/25/2026.'],
  ['settlement', '2026-11-24', 'Your bank may confirm this only after the due date of account 0000000001, 11/25/2026.'],
  ['settlement', '2026-11-26', 'This is after the due date of account 0000000001, 11/25/2026.'],
] as const)('credited at %s, a payment on %s is said to be late: %s', async (credit, day, late) => {
  await payLater([1], day, { bankPayments: { credit, sourceCode: 'ACH' } })
  expect(screen.queryByText(/the due date of/)?.textContent ?? null).toBe(late)
  expect(screen.queryByText(/Your balance changes then\./) !== null).toBe(credit === 'settlement')
})
