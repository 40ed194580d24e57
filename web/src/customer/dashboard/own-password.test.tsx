import { readAccountSummary } from '@portal/contract/account-summary'
import { viewBill } from '@portal/contract/bill-view'
import type { Call } from '@portal/contract/call'
import { findCheckout, readCheckout } from '@portal/contract/checkout'
import { Instant } from '@portal/contract/dates'
import { editAccountTexts } from '@portal/contract/edit-account'
import { paymentTexts } from '@portal/contract/payments'
import { commonProblems } from '@portal/contract/problem'
import { readSession, updateUserPassword } from '@portal/contract/sign-in'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testBill } from '#testing/bill.ts'
import { testCheckout } from '#testing/data.ts'
import type { testServer } from '#testing/server.ts'
import { customerServer, openSignedIn, person, testRow } from './testing/dashboard.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

const asOf = Instant.parse('2026-11-20T23:00:00.000Z')

describe('a customer who has logged in with a password that staff have set', () => {
  const given = (server: ReturnType<typeof testServer>, call: Call) =>
    server.refuses(call, 'password-is-given', commonProblems['password-is-given'])

  async function choose(user: UserEvent): Promise<void> {
    await screen.findByRole('heading', { level: 1, name: credentialTexts.chooseOwn })
    screen.getByText(credentialTexts.whyChooseOwn)
    expect(screen.queryByRole('button', { name: editAccountTexts.cancel })).toBeNull()
    await user.type(screen.getByLabelText(/^Current Password/), 'rain-on-tin-9')
    await user.type(screen.getByLabelText(/^New Password/), 'rain-on-tin-10')
    await user.type(screen.getByLabelText(/^Confirm Password/), 'rain-on-tin-10')
    await user.click(screen.getByRole('button', { name: editAccountTexts.save }))
  }

  function givenServer() {
    const server = customerServer()
    server.forget(readSession)
    const session = { ...person, endsAt: asOf, secondsLeft: 960 }
    server.replies(readSession, { ...session, mustChangePassword: true })
    server.replies(updateUserPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
    return server
  }

  test.each(['/dashboard', '/dashboard?view=bills'])(
    'sees nothing of %s before they have one of their own',
    async (address) => {
      const server = givenServer()
      given(server, readAccountSummary)
      server.replies(readAccountSummary, { accounts: [testRow()], total: 1, next: null, asOf })
      const user = openSignedIn(address)
      await screen.findByLabelText(/^Current Password/)
      expect(screen.queryByRole('link', { name: 'Account Summary' })).toBeNull()
      screen.getByRole('button', { name: 'Log Out' })
      await choose(user)
      await screen.findByRole('link', { name: 'Account Summary' })
      expect(screen.queryByText(credentialTexts.whyChooseOwn)).toBeNull()
      expect(location.pathname + location.search).toBe(address)
    },
  )

  test('is shown the bill of the address afterwards', async () => {
    const server = givenServer()
    given(server, viewBill)
    server.replies(viewBill, testBill())
    const bill = new URLSearchParams({
      id: String(Date.now() - 1000),
      user: person.personId,
      'bill-id': '012345678901',
    })
    const user = openSignedIn(`/view-bill?${bill.toString()}`)
    await choose(user)
    expect(await screen.findByRole('heading', { level: 1, name: 'Water bill' })).toBeDefined()
  })

  test('is shown the outcome of a payment whose answer never came afterwards', async () => {
    const server = givenServer()
    sessionStorage.setItem('paymentInFlight', 'customer 0a9a5f0e-9d2f-4a58-8b77-6c5b86a7d1aa')
    given(server, findCheckout)
    server.replies(findCheckout, testCheckout())
    server.replies(readCheckout, testCheckout())
    const user = openSignedIn('/dashboard')
    await choose(user)
    expect(await screen.findByRole('heading', { level: 1, name: paymentTexts.approved })).toBeDefined()
  })
})
