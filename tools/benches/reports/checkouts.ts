import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addTestAccount } from '@portal/server/adapters/billing-system/ledger/testing/ledger.ts'
import type { Db } from '@portal/server/database/connect.ts'
import { Payer } from '../../world/payer.ts'

const perSecond = 20
/** More accounts than are paid at the same moment, because each is paid by one payer at a time. */
const accounts = Array.from({ length: 240 }, (_, nth) => String(9_200_000_000 + nth))
const zip = '96913'
/** A machine that stands still for a second sometimes loses an answer of the gateway. */
const leastApproved = 0.98

/** Payers who come one after the other, this many a second, however long each has to wait. */
export interface SteadyPayers {
  /**
   * The time of each of their payments.
   * @throws Error when more than a few are not approved.
   */
  payFor(seconds: number): Promise<Span[]>
}

/** When something began and ended, in milliseconds of this process. */
export interface Span {
  began: number
  ended: number
}

interface Paid extends Span {
  isApproved: boolean
}

/** Creates the accounts, and has a payer find each in Pay Now. */
export async function steadyPayers(portal: string, db: Db): Promise<SteadyPayers> {
  const payers: Payer[] = []
  for (const account of accounts) {
    await addTestAccount(db, { account, balance: 10_000, email: null })
    const payer = new Payer(portal)
    await payer.find(account, zip)
    payers.push(payer)
  }
  return {
    async payFor(seconds) {
      const wishes = await Promise.all(
        Array.from({ length: seconds * perSecond }, async (_, nth) => await prepared(payers, nth)),
      )
      const began = performance.now()
      const waited = await Promise.all(
        wishes.map(async (pay, nth) => {
          await wait(Math.max(0, began + (nth * 1000) / perSecond - performance.now()))
          return await pay()
        }),
      )
      const approved = waited.filter(({ isApproved }) => isApproved)
      if (approved.length < waited.length * leastApproved)
        throw new Error(`Only ${approved.length} payments were approved`)
      return waited
    },
  }
}

/**
 * Solves the human verification ahead of time, because it is the browser's work.
 * @returns a function that makes the payment
 */
async function prepared(payers: readonly Payer[], nth: number): Promise<() => Promise<Paid>> {
  const at = nth % payers.length
  const [payer, accountId] = [payers[at], accounts[at]]
  if (!payer || !accountId) throw new Error('There is nobody to pay')
  const key = randomUUID()
  const humanCheck = await payer.solve('checkout', key)
  return async () => {
    await payer.lookAgain(accountId)
    const began = performance.now()
    const reply = await payer.checkOut({ key, humanCheck, accounts: [{ accountId, amount: 1_000 }] })
    const text = await reply.text()
    return { began, ended: performance.now(), isApproved: text.includes('"approved"') }
  }
}
