import { getHumanCheck } from '@portal/contract/human-check'
import { type PayableAccount, payNowTexts, validateAccount } from '@portal/contract/pay-now'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testAccount, testCheckout } from '#testing/data.ts'
import { fill, fillCard } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

type TestServer = ReturnType<typeof testServer>

/** A server that has a challenge for everybody. */
export function wizardServer(): TestServer {
  const server = testServer()
  const parameters = { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' }
  server.replies(getHumanCheck, { challenge: { parameters }, expiresAt: testCheckout().startedAt })
  return server
}

export const button = (name: string) => screen.findByRole('button', { name })
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const hasFocus = async (element: HTMLElement) =>
  await waitFor(() => expect(element).toBe(document.activeElement))

export function knows(server: TestServer, account: PayableAccount = testAccount()): void {
  const details = { Name: 'Ma*** Cr**', Address: '12X MaXXXX', EmailID: 'm***a@example.com' }
  server.replies(validateAccount, { result: { status: 'Success', details, account } })
}

export async function sendAccount(user: UserEvent): Promise<void> {
  await fill(user, await screen.findByLabelText(/^Account number/), '01234 56789')
  await fill(user, screen.getByLabelText(/^Billing zip code/), '96913')
  await user.click(await button(payNowTexts.continue))
}

export async function reachPayment(user: UserEvent): Promise<void> {
  await sendAccount(user)
  await heading(payNowTexts.isThisYou)
  await user.click(await button(payNowTexts.continue))
  await heading('Enter payment')
}

/** A visitor at the last step, whose account is known. */
export async function atPayment(server: TestServer, account?: PayableAccount): Promise<UserEvent> {
  knows(server, account)
  const user = openPortal('/paynow')
  await reachPayment(user)
  return user
}

export async function pay(user: UserEvent): Promise<void> {
  await reachPayment(user)
  await fillCard(user)
  await user.click(await button(payNowTexts.pay))
}
