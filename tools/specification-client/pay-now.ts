import { z } from 'zod'
import type { Browser } from './browser.ts'
import type { Known } from './known.ts'
import { pay } from './paying.ts'
import { status } from './words.ts'

/** Validate-account result (C§3): masked name and address, the e-mail for the confirmation. */
const Found = z.object({
  result: status('Success').extend({
    details: z.object({ Name: z.string().includes('*'), Address: z.string().includes('X'), EmailID: z.string() }),
  }),
})
const NotFound = z.object({ result: z.object({ status: z.string(), details: z.string().min(1) }) })

/** The three steps of /paynow (C§2.6), once with an amount that is approved and once with one that is declined. */
export async function payAsVisitor(browser: Browser, known: Known): Promise<{ receipts: string[] }> {
  const { customer, division, card } = known
  const account = { accountId: customer.accountId, division }
  await browser.verifyHuman('account')
  const otherZip = customer.zip === '96999' ? '96998' : '96999'
  await browser.post('C§7, C§8', '/api/v1/validate-account', { ...account, postal: otherZip }, NotFound)
  await browser.verifyHuman('account')
  const found = await browser.post('C§7', '/api/v1/validate-account', { ...account, postal: customer.zip }, Found)

  const order = { username: 'PayNow', mode: 'Online', card, email: found.result.details.EmailID } as const
  const paidBy = (amount: string) => pay(browser, { ...order, cart: [{ accountId: customer.accountId, amount }] })
  const declined = await paidBy(known.declinedAmount)
  if (declined.length > 0) throw new Error(`${known.declinedAmount} was approved: name an amount that is declined`)
  return { receipts: await paidBy('12.34') }
}
