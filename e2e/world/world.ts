import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readMaintenance } from '@portal/contract/maintenance'
import pg from 'pg'
import { type Account, chooseAccount, type Need, owedNow } from './accounts.ts'
import type { Base } from './base.ts'
import { otherDatabase, runStatement } from './database.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type Mails, startMails } from './mails.ts'
import { startServer } from './server.ts'

/**
 * A whole portal of one test worker: its own copy of the demo utility's database, card gateway, mail catcher and
 * server, each a real process, so that tests in other workers cannot disturb it.
 */
export interface World {
  /** The portal's address. */
  url: string
  gateway: Gateway
  mails: Mails
  /** An account of the demo utility that no other test of this world has been given. */
  account(need: Need): Promise<Account>
  /** What it owes now by the billing ledger, in cents. */
  owed(account: Account): Promise<number>
  /** Switches Pay Now off for maintenance, or on again, and waits until the server knows. */
  switchPayNow(to: 'on' | 'off'): Promise<void>
  /** Until the returned function is called, payments stay under way: the server waits for the database. */
  holdUpPayments(): Promise<() => Promise<void>>
  /** Until the returned function is called, the server cannot read bills. */
  takeBillsAway(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

const credentials = {
  CARD_GATEWAY_ID: 'A00000-01',
  CARD_GATEWAY_PASSWORD: 'e2e-password',
  CARD_GATEWAY_KEY_ID: '1',
  CARD_GATEWAY_HMAC_KEY: 'e2e-hmac-key',
  CARD_GATEWAY_SEARCH_USER: 'e2e-search',
  CARD_GATEWAY_SEARCH_PASSWORD: 'e2e-search-password',
}

/** Starts a world; takes about two seconds. */
export async function startWorld(base: Base): Promise<World> {
  const name = `world_${randomBytes(6).toString('hex')}`
  const folder = join(base.folder, name)
  await runStatement(base.postgresUrl, `create database ${name} template ${base.template}`)
  const databaseUrl = otherDatabase(base.postgresUrl, name)
  const [mails, gateway] = await Promise.all([startMails(folder), startGateway(folder, credentials)])
  const partners = { ...credentials, CARD_GATEWAY_URL: gateway.url, SMTP_URL: mails.smtpUrl, DATABASE_URL: databaseUrl }
  const server = await startServer(folder, partners)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const given: Account[] = []
  return {
    url: server.url,
    gateway,
    mails,
    async account(need) {
      const account = await chooseAccount(pool, need, given)
      given.push(account)
      return account
    },
    owed: (account) => owedNow(pool, account.number),
    async switchPayNow(to) {
      await pool.query(`update maintenance_switch set is_off = $1 where name = 'payNow'`, [to === 'off'])
      await untilPayNowIs(server.url, to)
    },
    async holdUpPayments() {
      const client = await pool.connect()
      await client.query('begin; lock table account_hold')
      return async () => {
        await client.query('commit')
        client.release()
      }
    },
    async takeBillsAway() {
      await pool.query('alter table cis.bill rename to bill_away')
      return async () => void (await pool.query('alter table cis.bill_away rename to bill'))
    },
    async stop() {
      await pool.end()
      await server.stop()
      await Promise.all([gateway.stop(), mails.stop()])
    },
  }
}

/** The server remembers the switches for a moment. */
async function untilPayNowIs(url: string, wanted: 'on' | 'off'): Promise<void> {
  for (;;) {
    const reply = await fetch(url + readMaintenance.path)
    const [, payNow] = readMaintenance.reply.parse(await reply.json())
    if ((payNow.flag === 1 ? 'off' : 'on') === wanted) return
    await wait(100)
  }
}
