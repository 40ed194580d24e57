import { CalendarDate } from '@portal/contract/dates'
import { english } from '@portal/contract/language'
import { cents, noCents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { listSavedMethods } from '@portal/contract/saved-methods'
import { scheduleAuthorization } from '@portal/contract/scheduled-debits'
import {
  cancelScheduledPayment,
  changeScheduledPayment,
  listScheduledPayments,
  type ScheduledPayment,
  scheduledPaymentTexts as texts,
  schedulePayment,
} from '@portal/contract/scheduled-payments'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startOfBanks } from '#payment/bank/testing/stripe-script.ts'
import { accountNumber, customerServer, openSignedIn, testSavedMethod, twoAccounts } from '../testing/dashboard.ts'

const today = CalendarDate.parse('2026-11-21')
const [first, second] = [accountNumber(1), accountNumber(2)]
let server: ReturnType<typeof customerServer>
beforeEach(() => {
  sessionStorage.clear()
  server = customerServer(twoAccounts)
  server.replies(listSavedMethods, {
    cards: [testSavedMethod(1, { isDefault: true }), testSavedMethod(2, { lastFour: '0005' })],
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = () => openSignedIn('/dashboard?view=payment-methods', { savesCards: true })
const button = async (name: string | RegExp) => await screen.findByRole('button', { name })
const testPayment = (differences: Partial<ScheduledPayment> = {}): ScheduledPayment => ({
  id: 5,
  payOn: CalendarDate.parse('2026-12-01'),
  total: cents(2_500),
  card: { id: 2, brand: 'Visa', bankAccount: null, lastFour: '0005', expires: '2030-12', isRemoved: false },
  items: [
    {
      accountId: first,
      amount: cents(2_500),
      fee: noCents,
      state: 'planned',
      chargeOn: CalendarDate.parse('2026-12-01'),
      answersBy: null,
      paid: null,
    },
  ],
  canChange: true,
  canCancel: true,
  ...differences,
})
const lists = (...payments: ScheduledPayment[]) => server.replies(listScheduledPayments, { today, payments })

test('without one, the section says what scheduling is good for', async () => {
  lists()
  open()
  expect(await screen.findByText(texts.none)).toBeDefined()
  expect(screen.getByText(texts.noneHint)).toBeDefined()
})

test('without a saved card, none can be scheduled, and the section says why', async () => {
  lists()
  server.forget(listSavedMethods)
  server.replies(listSavedMethods, { cards: [] })
  open()
  expect(await screen.findByText(texts.needsCard)).toBeDefined()
  expect(screen.queryByRole('button', { name: texts.schedule })).toBeNull()
})

test('payments of two accounts are scheduled with the amounts due, for a day and a card', async () => {
  lists()
  server.replies(schedulePayment, { today, payments: [testPayment()] })
  const user = open()
  await user.click(await button(texts.schedule))
  const dialog = within(await screen.findByRole('dialog', { name: texts.schedule }))
  expect(dialog.getByLabelText(/^Amount for account/)).toHaveProperty('value', '80.53')
  await user.click(dialog.getByRole('button', { name: 'Add another account' }))
  dialog.getByText('Total: $83.03')
  await user.type(dialog.getByLabelText(texts.date), '2026-12-01')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Payment method' }), '2')
  await user.click(dialog.getByRole('button', { name: texts.scheduleThis }))
  const told = (await screen.findByText(texts.scheduled)).closest('[role=status]')
  await vi.waitFor(() => expect(document.activeElement).toBe(told))
  expect(screen.getByText('12/01/2026 · $25.00')).toBeDefined()
  expect(server.askedFor(schedulePayment)[0]?.body).toMatchObject({
    payOn: '2026-12-01',
    savedMethod: 2,
    accounts: [
      { accountId: first, amount: 8_053 },
      { accountId: second, amount: 250 },
    ],
  })
})

test('a wrong day or amount is said at its field, and nothing is sent', async () => {
  lists()
  const user = open()
  await user.click(await button(texts.schedule))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText(/^Amount for account/))
  await user.type(dialog.getByLabelText(texts.date), '2026-11-21')
  await user.click(dialog.getByRole('button', { name: texts.scheduleThis }))
  expect(dialog.getAllByText(texts.dateTooEarly)).toHaveLength(2)
  expect(dialog.getAllByText(paymentTexts.amount).length).toBeGreaterThan(1)
  expect(server.askedFor(schedulePayment)).toHaveLength(0)
})

test('a refusal keeps what was typed, and the second press has the same key', async () => {
  lists()
  server.refuses(schedulePayment, 'no-such-card', schedulePayment.problems['no-such-card'])
  const user = open()
  await user.click(await button(texts.schedule))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(texts.date), '2026-12-01')
  await user.click(dialog.getByRole('button', { name: texts.scheduleThis }))
  // At the field and in the summary.
  expect(await dialog.findAllByText(schedulePayment.problems['no-such-card'].title)).toHaveLength(2)
  expect(dialog.getByLabelText(texts.date)).toHaveProperty('value', '2026-12-01')
  await user.click(dialog.getByRole('button', { name: texts.scheduleThis }))
  const keys = server.askedFor(schedulePayment).map(({ body }) => schedulePayment.body?.parse(body).key)
  expect(new Set(keys).size).toBe(1)
})

test('one is changed with its own accounts, and canceled after a question', async () => {
  lists(testPayment())
  server.replies(changeScheduledPayment, { today, payments: [testPayment({ total: cents(3_000) })] })
  server.replies(cancelScheduledPayment, { today, payments: [] })
  const user = open()
  await user.click(await button('Change: 12/01/2026, $25.00'))
  const dialog = within(await screen.findByRole('dialog', { name: texts.changeTitle }))
  expect(dialog.queryByRole('button', { name: 'Add another account' })).toBeNull()
  const amount = dialog.getByLabelText(`Amount for account ${first}`)
  await user.clear(amount)
  await user.type(amount, '3000')
  await user.click(dialog.getByRole('button', { name: texts.save }))
  await screen.findByText(texts.changed)
  expect(server.askedFor(changeScheduledPayment)[0]?.body).toEqual({
    payOn: '2026-12-01',
    savedMethod: 2,
    accounts: [{ accountId: first, amount: 3_000 }],
  })
  await user.click(await button('Cancel payment: 12/01/2026, $30.00'))
  const question = within(await screen.findByRole('alertdialog', { name: texts.cancelTitle }))
  expect(server.askedFor(cancelScheduledPayment)).toHaveLength(0)
  await user.click(question.getByRole('button', { name: texts.cancel }))
  await screen.findByText(texts.canceled)
  expect(screen.getByText(texts.none)).toBeDefined()
})

test('what became of one is said in words, and on its day it cannot be changed', async () => {
  const [item] = testPayment().items
  if (!item) throw new Error('No item')
  const items = [
    { ...item, state: 'paid' as const, paid: cents(2_000) },
    { ...item, accountId: second, state: 'failed' as const },
  ]
  lists(testPayment({ items, canChange: false, canCancel: false }))
  open()
  await screen.findByText('Paid')
  expect(screen.getByText('Declined')).toBeDefined()
  expect(screen.getByText('$20.00')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
})

const bankAccount = { bankName: 'First Hawaiian', accountType: 'checking', lastFour: '6789' } as const
const ofBank = { brand: null, bankAccount, lastFour: '6789', expires: null }

test('one is changed to a bank account, by the words above the button', async () => {
  lists(testPayment())
  server.forget(listSavedMethods)
  const [good, bad] = [3, 4].map((id) => testSavedMethod(id, { ...ofBank, funding: null, isBlocked: id === 4 }))
  if (!good || !bad) throw new Error('Two were made')
  server.replies(listSavedMethods, { cards: [testSavedMethod(2, { lastFour: '0005' }), good, bad] })
  server.replies(changeScheduledPayment, { today, payments: [] })
  const user = openSignedIn('/dashboard?view=payment-methods', { savesCards: true, ...startOfBanks })
  await user.click(await button('Change: 12/01/2026, $25.00'))
  const dialog = within(await screen.findByRole('dialog', { name: texts.changeTitle }))
  expect(dialog.queryByText(/I authorize/)).toBeNull()
  const methods = dialog.getByRole('combobox', { name: 'Payment method' })
  expect(within(methods).getAllByRole('option', { name: /^First Hawaiian/ })).toHaveLength(1)
  await user.selectOptions(methods, '3')
  const words = scheduleAuthorization(english, {
    utility: startOfBanks.profile.name,
    paidWith: good,
    on: CalendarDate.parse('2026-12-01'),
    accounts: 1,
    amount: cents(2_500),
    fee: noCents,
    locale: 'en-US',
  })
  expect(dialog.getByText(/I authorize/).textContent).toBe(words)
  await user.click(dialog.getByRole('button', { name: 'Schedule $25.00' }))
  await screen.findByText(texts.changed)
  expect(server.askedFor(changeScheduledPayment)[0]?.body).toMatchObject({ savedMethod: 3, authorization: words })
})

test.each([
  ['submitted', 'Submitted', 'Your bank confirms by 12/08/2026.'],
  ['retry', 'Returned, one more try', 'on 12/18/2026'],
  ['failed', 'Not paid by your bank', null],
  ['reversed', 'Paid, then returned', null],
] as const)('of a bank account, it reads %s as "%s"', async (state, chip, more) => {
  const [item] = testPayment().items
  if (!item) throw new Error('No item')
  const chargeOn = state === 'retry' ? CalendarDate.parse('2026-12-18') : item.chargeOn
  const answersBy = state === 'submitted' ? CalendarDate.parse('2026-12-08') : null
  lists(testPayment({ card: { id: 3, ...ofBank, isRemoved: false }, items: [{ ...item, state, chargeOn, answersBy }] }))
  open()
  expect(await screen.findByText(chip)).toBeDefined()
  screen.getByText(/First Hawaiian, checking ending in 6789/)
  if (more !== null) screen.getByText(more)
})

test('a list that could not be loaded can be loaded again', async () => {
  server.isUnreachableFor(listScheduledPayments)
  const user = open()
  const section = within(await screen.findByRole('region', { name: texts.title }))
  await section.findByRole('button', { name: 'Try again' })
  server.forget(listScheduledPayments)
  lists(testPayment())
  await user.click(section.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('12/01/2026 · $25.00')).toBeDefined()
})
