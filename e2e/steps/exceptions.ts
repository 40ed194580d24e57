import { randomUUID } from 'node:crypto'
import { type Locator, type Page, expect } from '@playwright/test'
import { reportPartNames } from '@portal/contract/admin-levels'
import { findPayment } from '@portal/contract/exceptions'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { Payer } from '@portal/tools/world/payer.ts'
import { type MadePayment, payByCall } from '../world/payments.ts'
import type { World } from '../world/world.ts'
import { logInByCall, openConsole } from './console.ts'

/** Why finance wants the payment of `refundRequested` refunded. */
export const refundReason = 'The customer paid at the office too'

/** As a fresh administrator of that level. */
export async function openExceptions(page: Page, world: World, level: 1 | 3): Promise<void> {
  await openConsole(page, world, level, 'reports&part=exceptions')
  await expect(page.getByRole('heading', { name: reportPartNames.exceptions })).toBeVisible()
}

export function listedPayments(page: Page): Locator {
  return page.getByRole('table', { name: exceptionsTexts.payments })
}

/** Makes a payment and requests its refund as finance, by calls of the page's browser. */
export async function refundRequested(
  page: Page,
  world: World,
): Promise<{ paid: MadePayment; id: number; receipt: string }> {
  const paid = await payByCall(world, [await world.account('owing')])
  const receipt = paid.checkout.receiptNumber ?? ''
  await logInByCall(page, world, await world.administrator(3))
  const headers = { origin: world.url }
  const found = await page.request.post(findPayment.path, { data: { receipt }, headers })
  const { id } = findPayment.reply.parse(await found.json())
  const ask = async () => {
    const data = { action: 'requestRefund', why: refundReason }
    return (await page.request.post(`/api/v1/exceptions/payments/${id}/actions`, { data, headers })).status()
  }
  // The request is refused until the billing system has answered about the payment.
  await expect.poll(ask).toBe(200)
  return { paid, id, receipt }
}

/** The gateway never answers and cannot find the payment, because its search is off. */
export async function unknownPayment(world: World): Promise<string> {
  const account = await world.account('owing')
  const payer = new Payer(world.url)
  await payer.find(account.number, account.zip)
  world.gateway.set({ searchOutage: true })
  world.gateway.fail({ kind: 'dropAfterCommit' })
  const wish = { accounts: [{ accountId: account.number, amount: 1234 }], key: randomUUID() }
  expect(await (await payer.checkOut(wish)).json()).toMatchObject({ outcome: 'beingConfirmed' })
  return account.number
}
