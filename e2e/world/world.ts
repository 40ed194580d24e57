import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AdminLevel } from '@portal/contract/admin-levels'
import type { SwitchName } from '@portal/contract/call'
import type { CalendarDate } from '@portal/contract/dates'
import type { ServiceFees } from '@portal/contract/fees'
import type { AccountNumber } from '@portal/contract/ids'
import { readMaintenance } from '@portal/contract/maintenance'
import { cents, formatCents } from '@portal/contract/money'
import { type DemoAdministrator, addAdministrator } from '@portal/tools/demo/logins.ts'
import { runPortal } from '@portal/tools/failures/utility-at-noon.ts'
import type { RunningSimulator } from '@portal/tools/gateway-simulator/start.ts'
import type { RunningStripe } from '@portal/tools/gateway-simulator/stripe/start.ts'
import type { CaughtMail } from '@portal/tools/mail-catcher/mail-store.ts'
import { otherDatabase } from '@portal/tools/postgres/socket.ts'
import { pinOf } from '@portal/tools/smallville/write-files.ts'
import { openAllNight, smallville } from '@portal/tools/world/open-all-night.ts'
import { startWorld as startPortal } from '@portal/tools/world/start-world.ts'
import type pg from 'pg'
import {
  type Account,
  type Need,
  accountsOf,
  bounceEmails,
  chooseAccount,
  holdMore,
  lengthenValues,
  letDueDatePass,
  letChargeDayCome,
  loseAccounts,
  owedNow,
} from './accounts.ts'
import { type Base, runStatement, smallvilleSeed } from './base.ts'
import { type Customer, enrolCustomer } from './customers.ts'
import { leaveMessages } from './messages.ts'

/** A whole portal of one test worker, which tests in other workers cannot disturb. */
export interface World {
  url: string
  /** Takes the cards instead of the gateway, where this world has one. */
  stripe: RunningStripe | null
  gateway: RunningSimulator
  /** Charged, but not answered until the returned function is called. */
  holdNextPurchase(): () => void
  /** Nothing answers at its address until the returned function is called. */
  stopGateway(): Promise<() => Promise<void>>
  /** Caught for this address, newest first. */
  mailsTo(address: string): Promise<CaughtMail[]>
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
  /** From now on, emails to them come back. */
  bounceEmails(customer: Customer): Promise<void>
  /** For AutoPay and scheduled payments whose notice has left; `today` is the utility's. */
  letChargeDayCome(customer: Customer, today: CalendarDate): Promise<void>
  /** Some of which did not arrive, with a run that waits for a person and a number that has replied STOP. */
  leaveMessages(customer: Customer): Promise<void>
  /** What a customer of Smallville reads on the last bill. */
  proofOf(account: Account): Promise<{ amount: string; pin: string }>
  /** In cents, according to the billing ledger. */
  owed(account: Pick<Account, 'number'>): Promise<number>
  /** For maintenance; waits until the server knows. */
  switchPayNow(to: 'on' | 'off'): Promise<void>
  switchLogin(to: 'on' | 'off'): Promise<void>
  switchAutoPay(to: 'on' | 'off'): Promise<void>
  /** As the gateway seldom does, for bank accounts that are to be verified: their deposits have no code. */
  askForTwoDeposits(): Promise<void>
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
  /** As an operator does, whatever it finds. */
  reconcile(day: CalendarDate): Promise<void>
  /** In the layout of this world's profile, where it has one. */
  exportPayments(): Promise<void>
  /** Until the returned function is called. */
  stopServer(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** With Stripe, the layout of payment files. */
const lockbox = new URL('../../docs/examples/payment-files/lockbox-80.json', import.meta.url)

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

const common = {
  // Another build than the one in web/dist may be named.
  WEB_FOLDER: process.env.WEB_FOLDER ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
  DRAIN_SECONDS: '0',
  // Trusts the client address that a test sends, so that tests do not use up one another's attempts.
  TRUSTED_PROXIES: '1',
  HUMAN_CHECK_SECRET: randomBytes(32).toString('hex'),
  HUMAN_CHECK_COST: '1',
  LINK_SECRET: randomBytes(32).toString('hex'),
  SECOND_FACTOR_SECRET: randomBytes(32).toString('hex'),
  // Short, because journeys wait for a gateway that never answers, but long enough to look at the page meanwhile.
  CARD_GATEWAY_TIMEOUT_SECONDS: '6',
  // Look-ups come 75 ms, 0.3 s, 1.5 s … after a charge of unknown outcome. A charge that is found after 1.5 s counts.
  PAYMENT_PACE: '0.005',
}

/** The processes that serve a world, and where a visitor and a program that needs no sign-in find them. */
export interface Hosts {
  servers: number
  settingsOf(ports: readonly number[], server: number): Record<string, string>
  url(ports: readonly number[]): string
  callUrl(ports: readonly number[]): string
}

const atLocalhost = ([port]: readonly number[]): string => `http://localhost:${port}`
const oneHost: Hosts = {
  servers: 1,
  settingsOf: (ports) => ({ PUBLIC_URL: atLocalhost(ports) }),
  url: atLocalhost,
  callUrl: atLocalhost,
}

export async function startWorld(
  base: Base,
  hosts: Hosts = oneHost,
  hasStripe = false,
  serviceFees: ServiceFees = [],
  utility: 'specified' | 'smallville' = 'specified',
): Promise<World> {
  const { template, ...ofUtility } = utility === 'smallville' ? base.smallville : base
  const name = `world_${randomBytes(6).toString('hex')}`
  // Copying files instead of logging their contents saves a third of the work.
  await runStatement(base.postgresUrl, `create database ${name} template ${template} strategy file_copy`)
  const databaseUrl = otherDatabase(base.postgresUrl, name)
  const { servers, settingsOf } = hosts
  const folder = join(base.folder, name)
  await mkdir(folder)
  const settings = {
    ...common,
    ...('LINK_SECRET' in ofUtility && ofUtility),
    PROFILE_FILE: await openAllNight(join(folder, 'profile'), {
      profile: utility === 'smallville' ? smallville : undefined,
      bankPayments: hasStripe ? {} : null,
      serviceFees,
      paymentFile: hasStripe && utility === 'specified' ? JSON.parse(await readFile(lockbox, 'utf8')) : undefined,
    }),
  }
  const portal = await startPortal({ folder, database: databaseUrl, base: settings, servers, settingsOf, hasStripe })
  const { pool } = portal.database
  const ports = portal.servers.map(({ address }) => Number(new URL(address).port))
  const [server] = portal.servers
  const [url, callUrl] = [hosts.url(ports), hosts.callUrl(ports)]
  const given: Account[] = []
  const choose = async (need: Need): Promise<Account> => {
    const account = await chooseAccount(pool, need, given)
    given.push(account)
    return account
  }
  return {
    url,
    stripe: portal.stripe,
    get gateway() {
      return portal.gateway
    },
    holdNextPurchase() {
      portal.gateway.fail({ kind: 'hold' })
      return () => portal.gateway.release()
    },
    stopGateway: () => portal.stopGateway(),
    async mailsTo(address) {
      const mails = await portal.mail.mails()
      return mails.filter(({ recipients }) => recipients.includes(address)).toReversed()
    },
    account: choose,
    administrator: async (level) =>
      await addAdministrator(databaseUrl, `admin${level}.${randomBytes(3).toString('hex')}`, level),
    customer: async (need = 'billedToPerson') => await enrolCustomer({ url, callUrl }, await choose(need)),
    accountsOf: ({ account }) => accountsOf(pool, account),
    holdMore: ({ account }, accounts) => holdMore(pool, account, accounts),
    loseAccounts: ({ account }) => loseAccounts(pool, account),
    async proofOf({ number }) {
      const newest = 'select ending_cents from cis.bill where account_id = $1 order by bill_date desc limit 1'
      const { rows } = await pool.query<{ ending_cents: number }>(newest, [number])
      return { amount: formatCents(cents(Number(rows[0]?.ending_cents))), pin: pinOf(smallvilleSeed, number) }
    },
    owed: (account) => owedNow(pool, account.number),
    switchPayNow: (to) => throwSwitch(pool, callUrl, 'payNow', to),
    switchLogin: (to) => throwSwitch(pool, callUrl, 'login', to),
    bounceEmails: async ({ account }) => await bounceEmails(pool, account),
    async switchAutoPay(to) {
      await pool.query(`update maintenance_switch set is_off = $1, changed_at = now() where name = 'autoPay'`, [
        to === 'off',
      ])
      // The server remembers the switches for a second, and no call tells this one to visitors.
      await wait(1_000)
    },
    lengthenValues: async ({ account }) => await lengthenValues(pool, account),
    letDueDatePass: async ({ account }) => await letDueDatePass(pool, account),
    letChargeDayCome: async ({ account }, today) => await letChargeDayCome(pool, account, today),
    leaveMessages: async (customer) => await leaveMessages(pool, customer),
    async askForTwoDeposits() {
      await pool.query(`update charge_attempt set deposit_kind = 'amounts' where state = 'VERIFYING'`)
    },
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
    async reconcile(day) {
      await runPortal(['reconcile', '--date', day], { ...portal.settings, PUBLIC_URL: url })
    },
    async exportPayments() {
      await runPortal(['export-payments', '--out', folder], { ...portal.settings, PUBLIC_URL: url })
    },
    async stopServer() {
      await server?.stop()
      return async () => await server?.start()
    },
    stop: () => portal.close(),
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
