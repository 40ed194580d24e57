import { returnWords } from '@portal/contract/bank-accounts'
import { cancelBankPayment, verifyBankAccount } from '@portal/contract/bank-payments'
import { type Checkout, continueCheckout, readCheckout } from '@portal/contract/checkout'
import { Instant } from '@portal/contract/dates'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { bankCheckout, testCheckout, testCheckoutId, testStart, unpaidCheckout } from '#testing/data.ts'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'
import { keepResult, takeResult } from '../sending/payment-memory.ts'

let server: ReturnType<typeof testServer>

beforeEach(() => {
  sessionStorage.clear()
  server = testServer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const deposits = {
  arriveOn: Instant.parse('2026-11-23T13:00:00.000Z'),
  kind: 'code',
  answerBy: Instant.parse('2026-11-30T22:00:00.000Z'),
  triesLeft: 10,
} as const

/** By the link of an email, without any session. */
function openLink(checkout: Checkout) {
  server.replies(readCheckout, checkout)
  return openPortal(`/payment-result?id=${testCheckoutId}`, { signedIn: { customer: false, admin: false } })
}

describe('given a payment that was submitted', () => {
  test('then the page names the day, says what happens next, and is read out as submitted', async () => {
    openLink(bankCheckout('submitted'))
    await heading('Submitted - Thank you')
    const said = await screen.findByText(/^Submitted - Thank you\. Your bank confirms by Tuesday, 12\/01\/2026\./)
    expect(said.getAttribute('role')).toBe('status')
    const next = within(await screen.findByRole('region', { name: 'What happens next' }))
    expect(next.getAllByRole('heading', { level: 3 }).map((step) => step.textContent)).toEqual([
      'Saturday, 11/21/2026: submitted',
      'About Wednesday, 11/25/2026: your bank gets the debit',
      'By Tuesday, 12/01/2026: confirmed',
    ])
    next.getByText('Your balance on account 0123456789 is lower by $80.53 already.')
    screen.getByText('The $80.53 is due again. The due date stays the same.')
    const confirmation = within(screen.getByRole('region', { name: 'Confirmation' }))
    confirmation.getByText('Confirmation number')
    confirmation.getByText('W-K105-92P9')
    confirmation.getByText('First Hawaiian, checking ending in 6789')
    confirmation.getByText('Ana Cruz')
    expect(document.body.textContent).not.toMatch(/approved|receipt number|\bpaid\b/i)
    // Of a charge: this one can be canceled.
    expect(screen.queryByText(testStart.profile.refundPolicy)).toBeNull()
  })

  test('when balances change only at settlement, then the page says so', async () => {
    openLink(bankCheckout('submitted', { isCredited: false }))
    await screen.findByText('Your balance changes when your bank confirms.')
    expect(await screen.findByText('The $80.53 stays unpaid. The due date stays the same.')).toBeDefined()
  })

  test('then the page does not ask again and again for days', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openLink(bankCheckout('submitted'))
    await heading('Submitted - Thank you')
    await act(async () => await vi.advanceTimersByTimeAsync(600_000))
    expect(server.askedFor(readCheckout)).toHaveLength(1)
  })

  test('when it is canceled in time, then the page says that nothing was debited, and the focus is on it', async () => {
    const user = openLink(bankCheckout('submitted'))
    await heading('Submitted - Thank you')
    await user.click(await screen.findByRole('button', { name: 'Cancel this payment' }))
    expect(server.askedFor(cancelBankPayment)).toEqual([])
    server.replies(cancelBankPayment, { ...bankCheckout('submitted'), outcome: 'serverFailed' })
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel payment' }))
    expect(document.activeElement).toBe(await heading('Your payment was canceled.'))
    screen.getByText('Your bank account was not debited.')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('when it is too late to cancel, then the page says so, and the payment stays submitted', async () => {
    const user = openLink(bankCheckout('submitted'))
    await user.click(await screen.findByRole('button', { name: 'Cancel this payment' }))
    server.refuses(cancelBankPayment, 'too-late', cancelBankPayment.problems['too-late'])
    await user.click(screen.getByRole('button', { name: 'Cancel payment' }))
    await screen.findByText('It’s too late to cancel. The payment was already sent to your bank.')
    expect(screen.queryByRole('button', { name: 'Cancel payment' })).toBeNull()
    await heading('Submitted - Thank you')
  })
})

describe('given an account to verify', () => {
  const toVerify = (kind: 'code' | 'amounts' = 'code') => bankCheckout('verifying', { deposits: { ...deposits, kind } })

  test('then the page says what the statement shows, and the code submits the payment', async () => {
    const user = openLink(toVerify())
    await heading('Verify your bank account')
    await screen.findByText(/look for a deposit of \$0\.01\. It arrives by Monday, 11\/23\/2026/)
    screen.getByText('After Tuesday, 12/01/2026, the payment is canceled.')
    server.replies(verifyBankAccount, bankCheckout('submitted'))
    await fill(user, screen.getByRole('textbox', { name: /^Code/ }), 'sm11aa')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(document.activeElement).toBe(await heading('Submitted - Thank you'))
    expect(server.askedFor(verifyBankAccount)[0]?.body).toEqual({ code: 'sm11aa' })
  })

  test('when the code is wrong, then the field says how many tries are left, and keeps what was typed', async () => {
    const user = openLink(toVerify())
    const code = await screen.findByRole('textbox', { name: /^Code/ })
    await fill(user, code, 'SM22BB')
    server.refuses(verifyBankAccount, 'wrong-deposit', {
      ...verifyBankAccount.problems['wrong-deposit'],
      detail: 'You have 9 tries left.',
    })
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByText(/Check your statement\. You have 9 tries left\./)
    expect(screen.queryByText(/10 tries/)).toBeNull()
    expect(code).toHaveProperty('value', 'SM22BB')
    await waitFor(() => expect(document.activeElement).toBe(code))
  })

  test('when something else is typed, then nothing is sent', async () => {
    const user = openLink(toVerify())
    await fill(user, await screen.findByRole('textbox', { name: /^Code/ }), '0.01')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByText('Enter the 6 characters that begin with SM.')
    expect(server.askedFor(verifyBankAccount)).toEqual([])
  })

  test('when two amounts are asked for, then they are sent in cents', async () => {
    const user = openLink(toVerify('amounts'))
    expect(await screen.findAllByText('Type 32 for $0.32.')).toHaveLength(2)
    server.replies(verifyBankAccount, bankCheckout('submitted'))
    await fill(user, await screen.findByRole('textbox', { name: /^First deposit/ }), '0.32')
    await fill(user, screen.getByRole('textbox', { name: /^Second deposit/ }), '0.45')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    await heading('Submitted - Thank you')
    expect(server.askedFor(verifyBankAccount)[0]?.body).toEqual({ amounts: [32, 45] })
  })

  test('when no try is left, then the page shows what became of the payment', async () => {
    const user = openLink(toVerify())
    await fill(user, await screen.findByRole('textbox', { name: /^Code/ }), 'SM22BB')
    server.refuses(verifyBankAccount, 'no-tries-left', verifyBankAccount.problems['no-tries-left'])
    server.forget(readCheckout)
    server.replies(readCheckout, { ...toVerify(), outcome: 'declined' })
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByText('We could not verify your bank account.')
    expect(screen.getByText('Your bank account was not debited.')).toBeDefined()
  })
})

test.each(['verifying', 'submitted', 'returned'] as const)(
  'a payment that is %s is stored, and read from there',
  (outcome) => {
    keepResult(bankCheckout(outcome))
    expect(takeResult()).toEqual(bankCheckout(outcome))
  },
)

test('a payment that the bank returned names the reason, and leads to the form', async () => {
  openLink(bankCheckout('returned'))
  await heading('Your bank returned the payment.')
  await screen.findByText(returnWords.funds)
  await screen.findByText('This payment does not count toward your bill.')
  expect(screen.getByRole('link', { name: 'Try again' })).toBeDefined()
})

test('a payment that no one verified in time says so', async () => {
  openLink({
    ...bankCheckout('verifying', { deposits }),
    outcome: 'serverFailed',
    decidedAt: deposits.answerBy,
  })
  await heading('Your payment was canceled.')
  expect(await screen.findByText('The bank account was not verified in time.')).toBeDefined()
})

test.each([testCheckout(), unpaidCheckout('serverFailed')])(
  'of a payment by card, the page mentions no bank account',
  async (checkout) => {
    openLink(checkout)
    await screen.findByText('80.53', { exact: false, selector: 'p' })
    expect(document.body.textContent).not.toMatch(/bank account|confirmation/i)
  },
)

test('given a gateway with a frame of its own, then the link opens the payment, too', async () => {
  const cardFrame = {
    gateway: 'stripe',
    start: { publishableKey: 'pk_1', origin: 'https://js.stripe.com' },
    isAllowed: true,
  }
  server.replies(continueCheckout, { checkout: bankCheckout('submitted'), confirmation: null })
  openPortal(`/payment-result?id=${testCheckoutId}`, { cardFrame, signedIn: { customer: false, admin: false } })
  expect(await heading('Submitted - Thank you')).toBeDefined()
})
