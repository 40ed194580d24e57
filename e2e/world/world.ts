import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AdminLevel } from '@portal/contract/admin-levels'
import type { SwitchName } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import { readMaintenance } from '@portal/contract/maintenance'
import { type DemoAdministrator, addAdministrator } from '@portal/tools/demo/logins.ts'
import { otherDatabase } from '@portal/tools/postgres/socket.ts'
import pg from 'pg'
import { type Account, chooseAccount, type Need, owedNow } from './accounts.ts'
import type { Base } from './base.ts'
import { type Customer, enrolCustomer } from './customers.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { accountsOf, holdMore, loseAccounts } from './holders.ts'
import { lengthenValues, letDueDatePass } from './long-values.ts'
import { type Mails, startMails } from './mails.ts'
import { runStatement } from './run-statement.ts'
import { type Server, startServer } from './server.ts'

/** A whole portal of one test worker, in real processes that tests in other workers cannot disturb. */
export interface World {
  url: string
  gateway: Gateway
  mails: Mails
  /** One that no other test of this world gets. */
  account(need: Need): Promise<Account>
  /** Enrolled; no other test of this world gets them. */
  customer(need?: Need): Promise<Customer>
  /** One whom no other test of this world gets. */
  administrator(level: AdminLevel): Promise<DemoAdministrator>
  /** By number. */
  accountsOf(customer: Customer): Promise<AccountNumber[]>
  holdMore(customer: Customer, accounts: number): Promise<void>
  loseAccounts(customer: Customer): Promise<void>
  lengthenValues(customer: Customer): Promise<void>
  letDueDatePass(customer: Customer): Promise<void>
  /** In cents, according to the billing ledger. */
  owed(account: Pick<Account, 'number'>): Promise<number>
  /** For maintenance; waits until the server knows. */
  switchPayNow(to: 'on' | 'off'): Promise<void>
  switchLogin(to: 'on' | 'off'): Promise<void>
  /** Of every customer and administrator. */
  ageSessions(seconds: number): Promise<void>
  /** Of unknown outcome, so that the server's next look-up comes that much sooner. */
  ageUnknownPayments(seconds: number): Promise<void>
  showSystemPopUp(isShown: boolean): Promise<void>
  /** Until the returned function is called, payments stay under way, because the server waits for the database. */
  holdUpPayments(): Promise<() => Promise<void>>
  /** Until the returned function is called. */
  takeBillsAway(): Promise<() => Promise<void>>
  /** Until the returned function is called, the billing system reports that it cannot look up bills at the moment. */
  stopBilling(): Promise<() => Promise<void>>
  /** Until the returned function is called. */
  stopServer(): Promise<() => Promise<void>>
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

/** Queries of bills fail as if they had taken too long. */
const billingStops = `
  alter table cis.bill rename to bill_at_rest;
  create function cis.not_now() returns boolean language plpgsql as
    $$ begin raise exception 'at rest' using errcode = 'query_canceled'; end $$;
  create view cis.bill as select * from cis.bill_at_rest where cis.not_now()`
const billingGoesOn = `
  drop view cis.bill;
  drop function cis.not_now();
  alter table cis.bill_at_rest rename to bill`

export async function startWorld(
  base: Base,
  start: (folder: string, partners: Record<string, string>) => Promise<Server> = startServer,
): Promise<World> {
  const name = `world_${randomBytes(6).toString('hex')}`
  const folder = join(base.folder, name)
  // Copying files instead of logging their contents saves a third of the work.
  await runStatement(base.postgresUrl, `create database ${name} template ${base.template} strategy file_copy`)
  const databaseUrl = otherDatabase(base.postgresUrl, name)
  const [mails, gateway] = await Promise.all([startMails(folder), startGateway(folder, credentials)])
  const partners = { ...credentials, CARD_GATEWAY_URL: gateway.url, SMTP_URL: mails.smtpUrl, DATABASE_URL: databaseUrl }
  const server = await start(folder, partners)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const given: Account[] = []
  const choose = async (need: Need): Promise<Account> => {
    const account = await chooseAccount(pool, need, given)
    given.push(account)
    return account
  }
  return {
    url: server.url,
    gateway,
    mails,
    account: choose,
    administrator: async (level) =>
      await addAdministrator(databaseUrl, `admin${level}.${randomBytes(3).toString('hex')}`, level),
    customer: async (need = 'billedToPerson') => await enrolCustomer(server, await choose(need)),
    accountsOf: ({ account }) => accountsOf(pool, account),
    holdMore: ({ account }, accounts) => holdMore(pool, account, accounts),
    loseAccounts: ({ account }) => loseAccounts(pool, account),
    owed: (account) => owedNow(pool, account.number),
    switchPayNow: (to) => throwSwitch(pool, server.callUrl, 'payNow', to),
    switchLogin: (to) => throwSwitch(pool, server.callUrl, 'login', to),
    lengthenValues: async ({ account }) => await lengthenValues(pool, account),
    letDueDatePass: async ({ account }) => await letDueDatePass(pool, account),
    async ageSessions(seconds) {
      await pool.query(
        `update session set last_seen_at = last_seen_at - make_interval(secs => $1),
           expires_at = expires_at - make_interval(secs => $1) where kind in ('customer', 'admin')`,
        [seconds],
      )
    },
    async ageUnknownPayments(seconds) {
      await pool.query(
        `update charge_attempt set sent_at = sent_at - make_interval(secs => $1),
           next_look_at = next_look_at - make_interval(secs => $1) where state = 'UNKNOWN'`,
        [seconds],
      )
    },
    async showSystemPopUp(isShown) {
      await pool.query('update announcement set is_visible = $1 where type is null', [isShown])
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
    async stopBilling() {
      await pool.query(billingStops)
      return async () => void (await pool.query(billingGoesOn))
    },
    async stopServer() {
      if (!server.interrupt) throw new Error('This server cannot be started again')
      return await server.interrupt()
    },
    async stop() {
      await pool.end()
      await server.stop()
      await Promise.all([gateway.stop(), mails.stop()])
    },
  }
}

async function throwSwitch(pool: pg.Pool, url: string, name: SwitchName, to: 'on' | 'off'): Promise<void> {
  await pool.query('update maintenance_switch set is_off = $1 where name = $2', [to === 'off', name])
  // The server remembers the switches for a moment.
  while ((await switchAt(url, name)) !== to) await wait(100)
}

async function switchAt(url: string, name: SwitchName): Promise<'on' | 'off'> {
  const reply = await fetch(url + readMaintenance.path)
  const [login, payNow] = readMaintenance.reply.parse(await reply.json())
  return (name === 'login' ? login : payNow).flag === 1 ? 'off' : 'on'
}
