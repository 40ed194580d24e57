import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Payer } from '../../world/payer.ts'

interface CheckoutLoadOptions {
  portal: string
  /** The account of each payer, which is paid again and again. */
  accounts: readonly string[]
  /** The number of measured payments per payer. */
  paymentsEach: number
  pool: pg.Pool
}

/**
 * Servers under load work at the pace of production. With the settings of tests, they would look for due work all the
 * time.
 */
export const settingsUnderLoad = {
  RATE_LIMIT_FACTOR: '100000',
  CARD_GATEWAY_TIMEOUT_SECONDS: '30',
  PAYMENT_PACE: '1',
  DATABASE_CONNECTIONS: '20',
}

const zip = '96913'
/**
 * Payments that each payer makes before the measurement, because every new connection must plan its first statements.
 */
const warmUps = 15

/**
 * Runs payers, each of whom pays again as soon as the last payment is answered, until every payment is posted to the
 * billing ledger.
 * @returns payments a second
 */
export async function checkoutLoad(options: CheckoutLoadOptions): Promise<number> {
  const { portal, accounts, paymentsEach, pool } = options
  const regulars = await Promise.all(accounts.map((account) => Regular.prepare(portal, account, paymentsEach)))
  await Promise.all(regulars.map((regular) => regular.pay(warmUps)))
  await untilPosted(pool)
  await pool.query('checkpoint')

  const began = performance.now()
  await Promise.all(regulars.map((regular) => regular.pay(paymentsEach)))
  await untilPosted(pool)
  return (accounts.length * paymentsEach) / ((performance.now() - began) / 1000)
}

interface Solved {
  key: string
  humanCheck: string
}

/** A payer who pays the same account again and again. */
class Regular {
  readonly #payer: Payer
  readonly #account: string
  #amountDue: number
  readonly #solved: Solved[] = []

  /** The human verifications are solved beforehand, because they are the browser's work. */
  static async prepare(portal: string, account: string, payments: number): Promise<Regular> {
    const payer = new Payer(portal)
    const regular = new Regular(payer, account, await payer.find(account, zip))
    for (let index = 0; index < warmUps + payments; index++) {
      const key = randomUUID()
      regular.#solved.push({ key, humanCheck: await regular.#payer.solve('checkout', key) })
    }
    return regular
  }

  private constructor(payer: Payer, account: string, amountDue: number) {
    this.#payer = payer
    this.#account = account
    this.#amountDue = amountDue
  }

  /** @throws Error when a payment is not approved. */
  async pay(times: number): Promise<void> {
    for (const { key, humanCheck } of this.#solved.splice(0, times)) {
      const accounts = [{ accountId: this.#account, amount: 1_000, amountDue: this.#amountDue }]
      const reply = await this.#payer.checkOut({ key, humanCheck, accounts })
      const text = await reply.text()
      if (reply.status !== 200 || !text.includes('"approved"')) throw new Error(`A payment failed: ${text}`)
      this.#amountDue -= 1_000
    }
  }
}

async function untilPosted(pool: pg.Pool): Promise<void> {
  for (;;) {
    const open = await pool.query(`select from posting where state <> 'POSTED' limit 1`)
    if (open.rowCount === 0) return
    await wait(20)
  }
}
