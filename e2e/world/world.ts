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

/**
 * A whole portal of one test worker: its own copy of the demo utility's database, card gateway, mail catcher and
 * server, each a real process, so that tests in other workers cannot disturb it.
 */
export interface World {
  /** The portal's address. */
  url: string
  gateway: Gateway
  mails: Mails
  /** An account of the demo utility that no other test of this world gets. */
  account(need: Need): Promise<Account>
  /** An enrolled customer whom no other test of this world gets. */
  customer(need?: Need): Promise<Customer>
  /** An administrator of that level whom no other test of this world gets. */
  administrator(level: AdminLevel): Promise<DemoAdministrator>
  /** The accounts of a customer, by number. */
  accountsOf(customer: Customer): Promise<AccountNumber[]>
  /** Gives the customer this many more accounts, which their present owners also keep. */
  holdMore(customer: Customer, accounts: number): Promise<void>
  /** From now on, the customer has access to no account. */
  loseAccounts(customer: Customer): Promise<void>
  /** Gives the customer a very long name, and their account a credit of six digits. */
  lengthenValues(customer: Customer): Promise<void>
  /** Lets the due date of the customer's account pass, without any older debt. */
  letDueDatePass(customer: Customer): Promise<void>
  /** What the account owes now according to the billing ledger, in cents. */
  owed(account: Pick<Account, 'number'>): Promise<number>
  /** Switches Pay Now off for maintenance, or on again, and waits until the server knows. */
  switchPayNow(to: 'on' | 'off'): Promise<void>
  /** The same for login and sign-up. */
  switchLogin(to: 'on' | 'off'): Promise<void>
  /** Makes the session of every customer and administrator this much older. */
  ageSessions(seconds: number): Promise<void>
  /**
   * Makes every payment of unknown outcome this much older, so that the server's next look-up comes that much sooner.
   */
  ageUnknownPayments(seconds: number): Promise<void>
  /** Shows the system pop-up of the login page, or hides it again. */
  showSystemPopUp(isShown: boolean): Promise<void>
  /** Until the returned function is called, payments stay under way, because the server waits for the database. */
  holdUpPayments(): Promise<() => Promise<void>>
  /** Until the returned function is called, the server cannot read bills. */
  takeBillsAway(): Promise<() => Promise<void>>
  /** Until the returned function is called, the billing system reports that it cannot look up bills at the moment. */
  stopBilling(): Promise<() => Promise<void>>
  /** Until the returned function is called, there is no server. */
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

/** Starts a world; takes about two seconds. */
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
