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
import { goodCard } from '../../world/payer.ts'
import { numberOf, password, usernameOf, zip } from './numbers.ts'
import type { Visitor } from './visitor.ts'

/**
 * The pause between an answer and the next call, in milliseconds. It is shorter than a person's, so that visits do not
 * pile up.
 */
const thinking = 200

const SignedIn = z.object({
  result: z.object({ premiseData: z.array(z.object({ accountId: z.string() })).min(1) }),
})
const Bills = z.object({ result: z.array(z.object({ billID: z.string() })).min(1) })

interface Read {
  path: string
}
const post = ({ path }: Read, body: unknown, holds: string) => ({ method: 'POST', path, body, holds }) as const

/** The eight calls of somebody who signs in and looks around; ten when they also pay. */
export async function customerVisits(visitor: Visitor, owner: number, pays: boolean): Promise<void> {
  const credentials = { userName: usernameOf(owner), password }
  const signedIn = SignedIn.parse(
    JSON.parse(await visitor.ask('sign-in', post(userLogin, credentials, '"loginSuccessful":true'))),
  )
  const accountId = signedIn.result.premiseData[0]?.accountId ?? ''
  const see = async (kind: string, call: Read, body: unknown, holds: string): Promise<string> => {
    await wait(thinking)
    return await visitor.ask(kind, post(call, body, holds))
  }
  await visitor.ask('session', { method: 'GET', path: readSession.path, holds: '"secondsLeft"' })
  await see('account summary', readAccountSummary, {}, 'Water Lane')
  await see('latest bill', readLatestBill, { accountId }, '"Success"')
  const bills = Bills.parse(JSON.parse(await see('list of bills', listBills, { accountId }, '"total":24')))
  const billId = bills.result[owner % bills.result.length]?.billID
  await see('a bill', viewBill, { billId }, '"Lifeline"')
  await see('consumption', readConsumption, { accountId }, '"isHaveConsumptionChart":true')
  await see('payment history', readPaymentHistory, { accountId }, '"PS"')
  if (pays) await pay(visitor, accountId)
}

/** The six calls of somebody who pays a bill without signing in. */
export async function guestVisits(visitor: Visitor, nth: number): Promise<void> {
  const accountId = numberOf(nth)
  await visitor.ask('switches', { method: 'GET', path: readMaintenance.path, holds: '"flag":0' })
  await wait(thinking)
  const found = { accountId, division: 'GWA', postal: zip, humanCheck: await visitor.solve('account') }
  await visitor.ask('find an account', post(validateAccount, found, '"Success"'))
  await wait(thinking)
  const publicId = await pay(visitor, accountId)
  await visitor.ask('result', { method: 'GET', path: `${startCheckout.path}/${publicId}`, holds: '"approved"' })
}

async function pay(visitor: Visitor, accountId: string): Promise<string> {
  const key = randomUUID()
  const humanCheck = await visitor.solve('checkout', key)
  await wait(thinking)
  const body = { accounts: [{ accountId, amount: 1_000 }], card: goodCard, humanCheck }
  const asked = { ...post(startCheckout, body, '"approved"'), headers: { 'idempotency-key': key } }
  return Checkout.parse(JSON.parse(await visitor.ask('checkout', asked))).publicId
}
