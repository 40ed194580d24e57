import { Instant } from '@portal/contract/dates'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import type { NotificationKind, NotificationChannel } from '@portal/contract/notifications'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { ledgerBilling } from '../../adapters/billing-system/ledger/ledger.ts'
import { addTestBill, addTestImport } from '../../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { addTestAccount } from '../../adapters/billing-system/ledger/testing/ledger.ts'
import type { Email } from '../../adapters/email/port.ts'
import type { SendResult, TextToSend } from '../../adapters/text-messages/port.ts'
import { testTexts } from '../../adapters/text-messages/testing/test-texts.ts'
import type { CustomerCaller } from '../../caller.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import { emptyTables } from '../../database/testing/empty-tables.ts'
import { isNeededOnPaperless } from '../../paperless/choose.ts'
import { sources } from '../../payments/notify.ts'
import { type TestClock, testClock } from '../../testing/clock.ts'
import { enrolCustomer } from '../../testing/people.ts'
import { defaultProfile } from '../../testing/profile.ts'
import { broadcastWork } from '../broadcasts/make-messages.ts'
import { choose } from '../choices/choices.ts'
import { scanWork } from '../notifications/find.ts'
import { releaseWork } from '../notifications/runs.ts'
import { notificationLoops } from '../sending/send-notifications.ts'

export const account = AccountNumber.parse('1234567890')
export const origin = { clientAddress: '203.0.113.7', requestId: 'r1' }

export interface NotificationWorld {
  deps: Parameters<typeof notificationLoops>[0] & Parameters<typeof releaseWork>[0]
  database: TestDatabase
  clock: TestClock
  maria: CustomerCaller
  /** What the mail server took. */
  sent: Email[]
  /** What it does with the next emails; takes them when left out. */
  onSend: ((email: Email) => Promise<void>) | null
  /** What the provider of texts was asked to send, and what it answers; accepted when left out. */
  texted: TextToSend[]
  onText: ((text: TextToSend) => SendResult) | null
  isStopped: boolean
}

/** Maria has one account and a proven address. It is 02:00 UTC of 06/01, noon there, and nothing is billed yet. */
export function notificationTests(): { world: NotificationWorld } {
  const held: { world?: NotificationWorld; database?: TestDatabase } = {}
  beforeAll(async () => {
    held.database = await createTestDatabase()
  })
  afterAll(async () => await held.database?.drop())
  beforeEach(async () => {
    if (held.database) held.world = await makeWorld(held.database)
  })
  return {
    get world() {
      if (!held.world) throw new Error('It is there while a test runs')
      return held.world
    },
  }
}

async function makeWorld(database: TestDatabase): Promise<NotificationWorld> {
  const { db } = database
  await emptyTables(db, ['web_user', 'notification_run', 'notification_scan', 'stopped_address', 'notification_pace'])
  await emptyTables(db, ['email_trouble', 'audit_entry', 'broadcast'])
  await emptyTables(db, [
    'cis.account',
    'cis.person',
    'cis.premise',
    'cis.bill',
    'cis.account_person',
    'cis.import_run',
  ])
  await emptyTables(db, [
    'cis.service_agreement',
    'cis.financial_transaction',
    'cis.portal_payment',
    'email',
    'checkout',
  ])
  await emptyTables(db, ['account_hold'])
  const clock = testClock(Instant.parse('2026-06-01T02:00:00.000Z'))
  await addTestAccount(db, { account, balance: 9_520, dueDate: null, email: 'Maria@customer.example' })
  const { webUserId } = await enrolCustomer({ db, clock }, { person: account, username: 'maria' })
  await prove(db, webUserId, 'maria@customer.example')
  const world: NotificationWorld = {
    deps: {
      db,
      clock,
      billing: ledgerBilling(db, 'GWA'),
      profile: { ...defaultProfile, notifications: { ...defaultProfile.notifications, unusualAbove: 5 } },
      mail: {
        verify: async () => undefined,
        send: async (email) => {
          await world.onSend?.(email)
          world.sent.push(email)
        },
      },
      texts: testTexts({
        send: async (text) => {
          world.texted.push(text)
          return world.onText?.(text) ?? { outcome: 'accepted', id: `SM${world.texted.length}` }
        },
      }),
      log: pino({ level: 'silent' }),
      config: { LINK_SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://portal.example', BOUNCE_DOMAIN: 'bounces.example' },
      wake: () => undefined,
      sources,
      isStopped: async () => world.isStopped,
    },
    database,
    clock,
    maria: callerOf(webUserId, clock.now()),
    sent: [],
    onSend: null,
    texted: [],
    onText: null,
    isStopped: false,
  }
  return world
}

function callerOf(webUserId: number, endsAt: Instant): CustomerCaller {
  const personId = PersonId.parse(account)
  return { id: 7, kind: 'customer', webUserId, personId, username: 'maria', mustChangePassword: false, endsAt }
}

async function prove(
  db: TestDatabase['db'],
  webUserId: number,
  address: string,
  channel: NotificationChannel = 'email',
): Promise<void> {
  await db
    .insertInto('proven_address')
    .values({
      web_user_id: webUserId,
      channel,
      address,
      secret_sha256: null,
      secret_until: null,
      proven_at: Instant.parse('2026-05-01T00:00:00.000Z'),
    })
    .execute()
}

/** By email. */
export async function wants({ deps, maria }: NotificationWorld, ...kinds: NotificationKind[]): Promise<void> {
  for (const kind of kinds)
    await choose(deps, maria, { accounts: [account], kind, channel: 'email', isOn: true }, origin, isNeededOnPaperless)
}

/** By text, to a number that is confirmed. */
export async function wantsTexts(
  { deps, maria }: NotificationWorld,
  number: string,
  ...kinds: NotificationKind[]
): Promise<void> {
  await prove(deps.db, maria.webUserId, number, 'text')
  for (const kind of kinds)
    await choose(deps, maria, { accounts: [account], kind, channel: 'text', isOn: true }, origin, isNeededOnPaperless)
}

/** A new extract goes live with a bill of each of so many accounts, and Maria chose to get emails of them. */
export async function wantsBillsOf(world: NotificationWorld, many: number): Promise<void> {
  const { deps, maria } = world
  const accounts = Array.from({ length: many }, (_, nth) => AccountNumber.parse(`55550000${10 + nth}`))
  const person = { id: account, isKnown: true }
  for (const each of accounts) await addTestAccount(deps.db, { account: each, balance: 100, dueDate: null, person })
  await choose(deps, maria, { accounts, kind: 'billReady', channel: 'email', isOn: true }, origin, isNeededOnPaperless)
  await imports(world, ...accounts.map((each, nth) => ({ billId: `6000000100${10 + nth}`, account: each })))
}

/** A new extract goes live, whose bills are these besides those that are there. */
export async function imports(
  { deps: { db }, clock }: NotificationWorld,
  ...bills: { billId: string; dueDate?: string; account?: string }[]
): Promise<void> {
  for (const { billId, dueDate = '2026-06-20', account: of = account } of bills)
    await addTestBill(db, { account: of, billId, billDate: '2026-06-01', dueDate, charges: 9_520 })
  await addTestImport(db, clock.now())
}

const never = new AbortController().signal

/** Until nothing is due. */
export async function work({ deps }: NotificationWorld): Promise<void> {
  for (let worked = 1; worked > 0;) {
    worked = 0
    for (const each of [scanWork(deps), releaseWork(deps), broadcastWork(deps), ...notificationLoops(deps)])
      worked += await each.run(never)
  }
}

/** What is found now leaves: its delay is over. */
export async function workThroughDelay(world: NotificationWorld): Promise<void> {
  await work(world)
  world.clock.advance(world.deps.profile.notifications.delayMinutes * 60_000)
  await work(world)
}

/** Kind, state and reason of each message, in the order they were found. */
export async function standing({ deps: { db } }: NotificationWorld): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', kind, state, reason) as line from notification order by id`.execute(db)
  return rows.map(({ line }) => line)
}
