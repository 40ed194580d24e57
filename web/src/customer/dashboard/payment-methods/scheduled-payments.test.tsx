import { CalendarDate } from '@portal/contract/dates'
import { cents, noCents } from '@portal/contract/money'
import { paymentTexts } from '@portal/contract/payments'
import { listSavedMethods } from '@portal/contract/saved-methods'
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
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Card' }), '2')
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
