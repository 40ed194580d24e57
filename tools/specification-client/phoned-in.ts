import { z } from 'zod'
import { LatestBill } from './bills.ts'
import type { Browser } from './browser.ts'
import type { Known } from './known.ts'
import { pay } from './paying.ts'
import { status } from './words.ts'

/**
 * Phoned-In Bill Payments (A§2, A§4): an administrator looks up the accounts a caller names, looks into their details
 * and histories, and pays all of them with the caller's card. @returns the receipts, in the order of the accounts.
 */
export async function payByPhone(
  browser: Browser,
  { division, card }: Known,
  { username, accountIds }: { username: string; accountIds: readonly string[] },
): Promise<string[]> {
  const Failed = z.object({ result: status('Failed').extend({ description: z.string().min(1) }) })
  // Looked up only for purely numeric account ids (A§5); a failure tells why (A§8).
  for (const accountId of ['CRUZ', '0000000000']) {
    await browser.post('A§5, A§8', '/api/v1/user-latest-bill', { accountId, division }, Failed)
  }
  let email = ''
  for (const accountId of accountIds) {
    const found = await browser.post('A§7', '/api/v1/user-latest-bill', { accountId, division }, LatestBill)
    email = found.result.email
    const Tender = z.object({ result: status('Success') })
    await browser.post('A§7', '/api/v1/validate', { accountId, tenderType: 'CCV' }, Tender)
    await browser.post(
      'A§7',
      '/api/v1/user-payment-history-ccb',
      { accountId },
      z.object({ result: z.array(z.unknown()) }),
    )
    await browser.post('A§7', '/api/v1/user-payment-history', { accountId }, z.object({ result: z.array(z.unknown()) }))
  }
  const cart = accountIds.map((accountId, nth) => ({ accountId, amount: `${30 + nth}.25` }))
  return await pay(browser, { cart, username, mode: 'Phoned-In', card, email })
}
