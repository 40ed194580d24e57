import { randomUUID } from 'node:crypto'
import { Checkout } from '@portal/contract/checkout'
import { type Cents, cents } from '@portal/contract/money'
import { Payer } from '@portal/tools/world/payer.ts'
import type { Account } from './accounts.ts'
import type { World } from './world.ts'

export interface MadePayment {
  accounts: Account[]
  amount: Cents
  checkout: Checkout
}

let payers = 0

/** $12.34, or the given amount, for each account, by the calls of Pay Now. */
export async function payByCall(
  world: World,
  accounts: Account[],
  { each = cents(1234) }: { each?: Cents } = {},
): Promise<MadePayment> {
  payers += 1
  // The server counts look-ups by client address, so each payer has an address of their own.
  const payer = new Payer(world.url, `10.254.${(payers >> 8) & 255}.${payers & 255}`)
  for (const account of accounts) await payer.find(account.number, account.zip)
  const wish = { accounts: accounts.map(({ number }) => ({ accountId: number, amount: each })) }
  const reply = await payer.checkOut({ ...wish, key: randomUUID() })
  if (!reply.ok) throw new Error(`The payment was refused: ${await reply.text()}`)
  return { accounts, amount: cents(each * accounts.length), checkout: Checkout.parse(await reply.json()) }
}
