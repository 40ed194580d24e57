import { listAutopay } from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { beginSaving, listSavedMethods, savedMethodTexts, verifySaving } from '@portal/contract/saved-methods'
import { listScheduledPayments } from '@portal/contract/scheduled-payments'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startOfBanks, stripeScript } from '#payment/bank/testing/stripe-script.ts'
import { customerServer, openSignedIn, testAutopay, testRow, testSavedMethod } from '../testing/dashboard.ts'

let server: ReturnType<typeof customerServer>
beforeEach(() => {
  sessionStorage.clear()
  stripeScript()
  server = customerServer([])
  server.replies(listScheduledPayments, { today: CalendarDate.parse('2026-11-21'), payments: [] })
})
afterEach(() => vi.unstubAllGlobals())

const bankAccount = { bankName: 'First Hawaiian', accountType: 'checking', lastFour: '6789' } as const
const words = 'First Hawaiian, checking ending in 6789'
const saved = testSavedMethod(3, { brand: null, bankAccount, lastFour: '6789', expires: null, funding: null })
const deposits = { arriveOn: Instant.parse('2026-12-02T13:00:00.000Z'), kind: 'code' } as const
const unverified = { saving: 9, bankAccount, deposits }

const open = () => openSignedIn('/dashboard?view=payment-methods', { savesCards: true, ...startOfBanks })
const button = async (name: string) => await screen.findByRole('button', { name })

test('a bank account stands beside cards, by its bank and without an expiry', async () => {
  server.replies(listSavedMethods, { cards: [testSavedMethod(1, { isDefault: true }), saved] })
  open()
  const row = within((await screen.findByRole('heading', { name: words })).closest('li') ?? document.body)
  expect(row.queryByText(/Expires/)).toBeNull()
  await button(`${savedMethodTexts.remove}: ${words}`)
})

test('one that its bank blocks is marked, with what to do', async () => {
  server.replies(listSavedMethods, { cards: [{ ...saved, isBlocked: true }] })
  open()
  expect(await screen.findByText(savedMethodTexts.blocked)).toBeDefined()
  expect(screen.getByText(/does not let us debit this account\. Add it again, or remove it\./)).toBeDefined()
})

test('typed numbers are saved once the deposit is said; a wrong code stays in its field', async () => {
  server.replies(listSavedMethods, { cards: [], unverified: [unverified] })
  server.refuses(verifySaving, 'wrong-deposit', verifySaving.problems['wrong-deposit'])
  server.replies(verifySaving, { status: 'saved', card: saved })
  const user = open()
  await screen.findByText('Not verified yet')
  await user.click(await button(`Verify: ${words}`))
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify your bank account' }))
  await user.type(dialog.getByLabelText(/^Code/), 'SM00ZZ')
  await user.click(dialog.getByRole('button', { name: 'Verify' }))
  await dialog.findByText(verifySaving.problems['wrong-deposit'].title)
  expect(dialog.getByLabelText(/^Code/)).toHaveProperty('value', 'SM00ZZ')
  await user.click(dialog.getByRole('button', { name: 'Verify' }))
  await screen.findByText(savedMethodTexts.bankAdded)
})

test('an account is added with its holder’s name; what comes next is said', async () => {
  server.forget(listAutopay)
  server.replies(listAutopay, testAutopay())
  server.replies(listSavedMethods, { cards: [] })
  server.replies(beginSaving, { status: 'verify', unverified })
  const user = open()
  await user.click(await button(savedMethodTexts.addBank))
  await user.type(await screen.findByLabelText(/^Account holder name/), 'Maria Cruz')
  await user.click(await button(savedMethodTexts.saveBank))
  await waitFor(() =>
    expect(server.askedFor(beginSaving)).toMatchObject([
      { body: { bankToken: { bankToken: 'ctoken_bank', accountHolderName: 'Maria Cruz' } } },
    ]),
  )
  await screen.findByText(savedMethodTexts.verifyNext)
})

test('who has saved nothing chooses a bank account instead of a card when AutoPay is set up', async () => {
  server = customerServer([testRow()])
  server.replies(listScheduledPayments, { today: CalendarDate.parse('2026-11-21'), payments: [] })
  server.replies(listSavedMethods, { cards: [] })
  const user = open()
  await user.click(await button(autopayTexts.setUp))
  await user.click(await button('Use a bank account instead'))
  await screen.findByRole('heading', { level: 1, name: 'Add a bank account' })
  await user.click(await button('Use a card instead'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Add a card' })).toBeDefined()
})
