import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { readAccountSummary } from '@portal/contract/account-summary'
import { viewBill } from '@portal/contract/bill-view'
import { listBills, readConsumption, readLatestBill } from '@portal/contract/bills'
import { Checkout, startCheckout } from '@portal/contract/checkout'
import { readMaintenance } from '@portal/contract/maintenance'
import { validateAccount } from '@portal/contract/pay-now'
import { readPaymentHistory } from '@portal/contract/payment-history'
import { readSession, userLogin } from '@portal/contract/sign-in'
import { z } from 'zod'
import { goodCard } from '../world/payer.ts'
import { numberOf, password, usernameOf, zip } from './frame/fill.ts'
import type { Visitor } from './frame/visitor.ts'

/** Makes a call of a kind, records how long its answer took, and returns its text. */
export type Timed = (kind: string, call: () => Promise<{ text: string }>) => Promise<string>

/** The pause between an answer and the next call, in milliseconds; shorter than a person's, so that visits do not pile up. */
const thinking = 200

const LoggedIn = z.object({
  result: z.object({ premiseData: z.array(z.object({ accountId: z.string() })).min(1) }),
})
const Bills = z.object({ result: z.array(z.object({ billID: z.string() })).min(1) })

/** The eight calls of a customer who logs in and looks around; ten when they also pay. */
export async function visitAsCustomer(visitor: Visitor, timed: Timed, owner: number, pays: boolean): Promise<void> {
  const see = async (kind: string, { path }: { path: string }, body: unknown, holds: string): Promise<string> => {
    if (kind !== 'sign-in' && kind !== 'session') await wait(thinking)
    return await timed(kind, () => visitor.ask(path, body, holds))
  }
  const credentials = { userName: usernameOf(owner), password }
  const loggedIn = LoggedIn.parse(JSON.parse(await see('sign-in', userLogin, credentials, '"loginSuccessful":true')))
  const accountId = loggedIn.result.premiseData[0]?.accountId ?? ''
  await see('session', readSession, undefined, '"secondsLeft"')
  await see('account summary', readAccountSummary, {}, 'Water Lane')
  await see('latest bill', readLatestBill, { accountId }, '"Success"')
  const bills = Bills.parse(JSON.parse(await see('list of bills', listBills, { accountId }, '"total":24')))
  const billId = bills.result[owner % bills.result.length]?.billID
  await see('a bill', viewBill, { billId }, '"Lifeline"')
  await see('consumption', readConsumption, { accountId }, '"isHaveConsumptionChart":true')
  await see('payment history', readPaymentHistory, { accountId }, '"PS"')
  if (pays) await pay(visitor, timed, accountId)
}

export async function visitAsGuest(visitor: Visitor, timed: Timed, nth: number): Promise<void> {
  const accountId = numberOf(nth)
  await timed('switches', () => visitor.ask(readMaintenance.path, undefined, '"flag":0'))
  await wait(thinking)
  const humanCheck = await visitor.solve('account')
  const found = { accountId, division: 'GWA', postal: zip, humanCheck }
  await timed('find an account', () => visitor.ask(validateAccount.path, found, '"Success"'))
  await wait(thinking)
  const publicId = await pay(visitor, timed, accountId)
  await timed('result', () => visitor.ask(`${startCheckout.path}/${publicId}`, undefined, '"approved"'))
}

async function pay(visitor: Visitor, timed: Timed, accountId: string): Promise<string> {
  const key = randomUUID()
  const humanCheck = await visitor.solve('checkout', key)
  await wait(thinking)
  const body = { accounts: [{ accountId, amount: 1_000 }], card: goodCard, humanCheck }
  const headers = { 'idempotency-key': key }
  const text = await timed('checkout', () => visitor.ask(startCheckout.path, body, '"approved"', headers))
  return Checkout.parse(JSON.parse(text)).publicId
}
