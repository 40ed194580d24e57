import { type Page, expect } from '@playwright/test'
import { type BillView, viewBill } from '@portal/contract/bill-view'
import { billAddress } from '@portal/contract/bill-view-texts'
import { listBills } from '@portal/contract/bills'
import type { BillId } from '@portal/contract/ids'
import type { z } from 'zod'
import type { Customer } from '../world/customers.ts'
import type { World } from '../world/world.ts'
import { signInByCall } from './sign-in.ts'

interface SignedInWithBill {
  customer: Customer
  bill: BillView
  /** As made this many minutes ago, or for another person or bill. */
  address(differences?: { minutesAgo?: number; personId?: string; billId?: string }): string
}

/** With the newest of a new customer's bills. */
export async function signInWithBill(page: Page, world: World): Promise<SignedInWithBill> {
  const customer = await world.customer()
  await signInByCall(page, customer)
  const { result } = await ask(page, world, listBills, { accountId: customer.account.number })
  const [newest] = result
  if (!newest) throw new Error(`Account ${customer.account.number} has no bill`)
  const bill = await ask(page, world, viewBill, { billId: newest.billID })
  return { customer, bill, address: addressesOf(customer, newest.billID) }
}

/** Waits until the bill is there. */
export async function openBill(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Water bill', exact: true })).toBeVisible()
}

/** With the cookies of the page's browser. */
async function ask<Reply extends z.ZodType>(
  page: Page,
  world: World,
  call: { path: string; reply: Reply },
  body: object,
): Promise<z.output<Reply>> {
  const reply = await page.request.post(call.path, { data: body, headers: { origin: world.url } })
  expect(reply.status(), call.path).toBe(200)
  return call.reply.parse(await reply.json())
}

function addressesOf(customer: Customer, ownBill: BillId): SignedInWithBill['address'] {
  return ({ minutesAgo = 0, personId = customer.account.person, billId = ownBill } = {}) =>
    billAddress({ billId, personId, madeAt: Date.now() - minutesAgo * 60_000 })
}
