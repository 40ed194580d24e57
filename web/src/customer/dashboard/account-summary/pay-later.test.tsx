import { CalendarDate } from '@portal/contract/dates'
import { getHumanCheck } from '@portal/contract/human-check'
import { cents, noCents } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now'
import { paymentFormTexts } from '@portal/contract/payments'
import { listSavedMethods, savedMethodTexts } from '@portal/contract/saved-methods'
import {
  listScheduledPayments,
  type ScheduledPayment,
  scheduledPaymentTexts as texts,
  schedulePayment,
} from '@portal/contract/scheduled-payments'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { testCheckout } from '#testing/data.ts'
import { accountNumber, customerServer, openSignedIn, testRow, testSavedMethod } from '../testing/dashboard.ts'

// The arithmetic runs in workers, which jsdom lacks; the journeys run it in a real browser.

const today = CalendarDate.parse('2026-11-21')
let server: ReturnType<typeof customerServer>

function given({ payments = [], ...row }: { payments?: ScheduledPayment[] } & Parameters<typeof testRow>[0] = {}) {
  server = customerServer([testRow(row), testRow({ accID: accountNumber(2), amount: cents(1_234) })])
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
  server.replies(listSavedMethods, {
    cards: [testSavedMethod(7, { isDefault: true }), testSavedMethod(8, { lastFour: '0005' })],
  })
  server.replies(listScheduledPayments, { today, payments })
}

beforeEach(() => {
  sessionStorage.clear()
  given()
})

const button = async (name: string | RegExp) => await screen.findByRole('button', { name })
const choose = async (user: UserEvent, name: string | RegExp) =>
  await user.click(await screen.findByRole('radio', { name }))

/** The form, with these accounts. */
async function checkOut(...accounts: number[]): Promise<UserEvent> {
  const user = openSignedIn('/dashboard', { savesCards: true })
  for (const account of accounts) await user.click(await button(`Make Payment, account ${accountNumber(account)}`))
  await user.click(await button(paymentFormTexts.checkOut))
  await screen.findByRole('group', { name: savedMethodTexts.payWith })
  return user
}

test('two accounts are paid later with the card and the amounts that were chosen, and nothing stays ticked', async () => {
  const user = await checkOut(1, 2)
  await choose(user, /Visa ending in 0005/)
  await choose(user, new RegExp(`^${texts.payLater}`))
  expect(screen.queryByRole('button', { name: payNowTexts.pay })).toBeNull()
  await user.type(screen.getByLabelText(texts.date), '2026-12-04')
  expect(
    screen.getByText('On 12/04/2026 we will charge Visa ending in 0005 once for each account, $92.87 in all.'),
  ).toBeDefined()
  screen.getByText('This is after the due date of 2 accounts.')
  server.replies(schedulePayment, { today, payments: [] })
  await user.click(await button(texts.scheduleThis))
  const done = within(await screen.findByRole('dialog', { name: texts.isScheduled }))
  done.getByText(/^On 12\/04\/2026 we will charge Visa ending in 0005/)
  expect(server.askedFor(schedulePayment)[0]?.body).toMatchObject({
    payOn: '2026-12-04',
    savedMethod: 8,
    accounts: [
      { accountId: accountNumber(1), amount: 8_053 },
      { accountId: accountNumber(2), amount: 1_234 },
    ],
  })
  await user.click(done.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Cancel Payment/ })).toBeNull()
})

test('a card that expires before the day is told with the choice, and taken', async () => {
  server.forget(listSavedMethods)
  server.replies(listSavedMethods, { cards: [testSavedMethod(7, { isDefault: true, expires: '2026-11' })] })
  const user = await checkOut(2)
  await choose(user, new RegExp(`^${texts.payLater}`))
  const day = screen.getByLabelText(texts.date)
  await user.type(day, '2026-11-30')
  expect(screen.queryByText(/^This card expires/)).toBeNull()
  await user.clear(day)
  await user.type(day, '2026-12-01')
  screen.getByText(/^This card expires 11\/26, before 12\/01\/2026\./)
  expect((await button(texts.scheduleThis)).ariaDisabled).toBeNull()
})

test('a day that is too early is said at its field, and nothing is sent', async () => {
  const user = await checkOut(1)
  await choose(user, new RegExp(`^${texts.payLater}`))
  await user.type(screen.getByLabelText(texts.date), '2026-11-21')
  expect(screen.queryByText(/^On 11\/21\/2026/)).toBeNull()
  await user.click(await button(texts.scheduleThis))
  expect(screen.getAllByText(texts.dateTooEarly)).toHaveLength(2)
  expect(server.askedFor(schedulePayment)).toHaveLength(0)
})

test('after a refusal the day is still there, the second press has the same key, and now can be chosen again', async () => {
  server.refuses(schedulePayment, 'no-email', schedulePayment.problems['no-email'])
  const user = await checkOut(1)
  await choose(user, new RegExp(`^${texts.payLater}`))
  await user.type(screen.getByLabelText(texts.date), '2026-12-04')
  await user.click(await button(texts.scheduleThis))
  await screen.findByText(schedulePayment.problems['no-email'].title)
  expect(screen.getByLabelText(texts.date)).toHaveProperty('value', '2026-12-04')
  await user.click(await button(texts.scheduleThis))
  const keys = server.askedFor(schedulePayment).map(({ body }) => schedulePayment.body?.parse(body).key)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  await choose(user, texts.payNow)
  expect(screen.queryByText(schedulePayment.problems['no-email'].title)).toBeNull()
  await button(payNowTexts.pay)
})

test('a card that is typed pays now, and a saved one can wait again with the day that was typed', async () => {
  const user = await checkOut(1)
  await choose(user, new RegExp(`^${texts.payLater}`))
  await user.type(screen.getByLabelText(texts.date), '2026-12-04')
  await choose(user, savedMethodTexts.another)
  expect(screen.queryByRole('group', { name: 'When to pay' })).toBeNull()
  await button(payNowTexts.pay)
  await choose(user, /Visa ending in 4242/)
  expect(await screen.findByLabelText(texts.date)).toHaveProperty('value', '2026-12-04')
})

test('a closed account can only be paid now', async () => {
  given({ isActive: false })
  const user = await checkOut(1)
  await button(payNowTexts.pay)
  await screen.findByText('A closed account can only be paid now.')
  expect(screen.queryByRole('group', { name: 'When to pay' })).toBeNull()
  await user.click(await button('Close'))
  await user.click(await button(`Cancel Payment, account ${accountNumber(1)}`))
  await user.click(await button(`Make Payment, account ${accountNumber(2)}`))
  await user.click(await button(paymentFormTexts.checkOut))
  await screen.findByRole('group', { name: 'When to pay' })
})

test('less than $1.00 on an account can only be paid now, with the reason', async () => {
  given({ amount: cents(50) })
  await checkOut(1, 2)
  await screen.findByText('To pay later, pay $1.00 or more on each account.')
  expect(screen.queryByRole('group', { name: 'When to pay' })).toBeNull()
})

test('who pays now an account with a scheduled payment reads that it charges only what is left', async () => {
  const item = {
    accountId: accountNumber(1),
    amount: cents(2_500),
    chargeOn: CalendarDate.parse('2026-12-01'),
    fee: noCents,
    answersBy: null,
    paid: null,
  }
  const card = {
    id: 8,
    brand: 'Visa',
    bankAccount: null,
    lastFour: '0005',
    expires: '2030-12',
    isRemoved: false,
  } as const
  const of = { payOn: item.chargeOn, total: item.amount, card, canChange: true, canCancel: true }
  given({
    payments: [
      { ...of, id: 1, items: [{ ...item, state: 'planned' }] },
      { ...of, id: 2, items: [{ ...item, amount: cents(900), state: 'notCharged' }] },
    ],
  })
  await checkOut(1)
  await screen.findByText(
    'A payment of $25.00 for account 0000000001 is scheduled for 12/01/2026. If you pay now, it charges only what’s left.',
  )
  expect(screen.queryByText(/\$9\.00/)).toBeNull()
})
