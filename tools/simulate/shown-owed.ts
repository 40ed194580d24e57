import type { AccountNumber } from '@portal/contract/ids'
import { noCents, type Cents } from '@portal/contract/money'
import { accountRows, readPortalPayments } from '@portal/server/payments/balances.ts'
import { sql } from 'kysely'
import { simulatedUtility } from './product.ts'
import { world } from './scheduler.ts'
import type { SimulatedWorld } from './world.ts'

/**
 * What pages show as owed. It is what the billing system was told to bill, less what was paid and what a bank is about to
 * pay, each once, whoever has it in the books already; and less what is not canceled there yet.
 */
export async function shownOwed(simulated: SimulatedWorld, account: AccountNumber): Promise<Cents> {
  const { bills, billing, database, scheduler } = simulated
  const imported = bills.imports.at(-1)?.owed.get(account)
  if (imported === undefined) return noCents
  const { db } = database
  const payments = { ...billing.for(world), findPayment: async (receipt: string) => billing.held(receipt) }
  const deps = { db, billing: bills.for(payments), clock: scheduler.clockOf(world), profile: simulatedUtility }
  const reading = readPortalPayments(deps, [account]).then(async (known) => await accountRows(deps, [account], known))
  const [row] = await scheduler.outside(reading)
  const counted = sql<{ amount: Cents; stands: boolean; receipt: string | null }>`
    select item.amount_cents as amount, checkout.state in ('PAID', 'PROCESSING') as stands, receipt_number as receipt
    from checkout_item item join checkout on checkout.id = item.checkout_id left join posting on posting.item_id = item.id
    where account_id = ${account}`
  const { rows } = await scheduler.outside(counted.execute(db))
  const ofStanding = new Set(rows.flatMap(({ stands, receipt }) => (stands ? (receipt ?? []) : [])))
  const left = billing.payments.filter(({ accountId, receipt }) => {
    return accountId === account && !billing.cancelled.has(receipt) && !ofStanding.has(receipt)
  })
  const paid = [...rows.filter(({ stands }) => stands), ...left].reduce((sum, { amount }) => sum + amount, 0)
  const owed = imported - paid
  if (row?.amount !== owed) simulated.shownWrongly = `${row?.amount} is shown as owed, and it is ${owed}`
  return row?.amount ?? noCents
}
