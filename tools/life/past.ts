import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type CalendarDate, type Instant, dateIn, daysAfter, epochOf, instantOf } from '@portal/contract/dates'
import { textEventsPath } from '@portal/contract/text-messages'
import { backgroundWork, createApp } from '@portal/server/app.ts'
import type { Clock } from '@portal/server/clock.ts'
import type { Deps } from '@portal/server/deps.ts'
import { exportContacts } from '@portal/server/features/billing-exchange/export/export-contacts.ts'
import { exportPayments } from '@portal/server/features/billing-exchange/export/export-payments.ts'
import { importExtract } from '@portal/server/features/billing-exchange/import/import-extract.ts'
import { createLog } from '@portal/server/log.ts'
import { type Engine, makeEngine } from '@portal/server/payments/engine.ts'
import { readConfig } from '@portal/server/settings/config.ts'
import { wire } from '@portal/server/wire.ts'
import { readAnswers } from '../demo/answers.ts'
import { readPayments } from '../demo/payments.ts'
import { writeDemoExtract } from '../demo/write-demo-extract.ts'
import { stripeKeys, stripeSettings } from '../gateway-simulator/credentials.ts'
import { type RunningStripe, startStripeSimulator } from '../gateway-simulator/stripe/start.ts'
import { type MailCatcher, startMailCatcher } from '../mail-catcher/catcher.ts'
import { type RunningTexts, startTextSimulator } from '../text-simulator/start.ts'
import { textSettings } from '../text-simulator/twilio-api.ts'

/** The portal at an earlier time, in this process, with stand-ins that keep the books of `npm start`. */
export interface Past {
  deps: Deps
  engine: Engine
  /** Where it answers. */
  address: string
  stripe: RunningStripe
  texts: RunningTexts
  mail: MailCatcher
  /** Accounts whose bills are paid in the portal or not at all, and since when. */
  payers: Map<string, CalendarDate>
  office: Office
  today(): CalendarDate
  /** Time never goes back. */
  moveTo(at: Instant): void
  /** What is due in the background is done: what was woken, what a day needs, or all. */
  work(which: 'woken' | 'daily' | 'all'): Promise<void>
  /** As every night: the portal's files go to the billing system, and its extract comes back. */
  exchange(months: number): Promise<void>
  close(): Promise<void>
}

export interface PastOptions {
  folder: string
  databaseUrl: string
  /** The port at which the portal will be. */
  port: number
  settings: Readonly<Record<string, string>>
  accounts: number
  seed: number
  from: Instant
}

export async function openPast(options: PastOptions): Promise<Past> {
  const { folder, databaseUrl, port } = options
  const clock = movedClock(options.from)
  const now = (): number => epochOf(clock.now())
  const stripe = await startStripeSimulator({ ...stripeKeys, books: join(folder, 'stripe'), now })
  const texts = await startTextSimulator({ books: join(folder, 'texts'), now })
  const mail = await startMailCatcher({ folder: join(folder, 'mails'), now })
  const config = readConfig({
    ...options.settings,
    ...stripeSettings(stripe.url),
    ...textSettings(texts.url),
    SMTP_URL: `smtp://127.0.0.1:${mail.smtpPort}`,
    DATABASE_URL: databaseUrl,
    HUMAN_CHECK_COST: '1',
    RATE_LIMIT_FACTOR: '1000000',
    WEB_FOLDER: '/nowhere',
  })
  await mkdir(join(folder, 'log'), { recursive: true })
  const log = createLog('warn', createWriteStream(join(folder, 'log', 'life.log')))
  const woken = new Set<string>()
  const { deps: wired, close } = await wire(config, log, (name) => void woken.add(name), clock)
  const office: Office = { rejectsPostings: false, rejectsChanges: false }
  const deps = { ...wired, billing: rejecting(wired.billing, office) }
  const app = await createApp(deps, { isReady: true, isClockRight: true })
  const address = await app.listen({ host: '127.0.0.1', port })
  texts.sendTo(`${config.PUBLIC_URL}${textEventsPath}`)
  const works = backgroundWork(deps)
  const never = new AbortController().signal
  const payers = new Map<string, CalendarDate>()
  const today = (): CalendarDate => dateIn(deps.profile.timeZone, clock.now())
  return {
    deps,
    engine: makeEngine(deps),
    address,
    stripe,
    texts,
    mail,
    payers,
    office,
    today,
    moveTo: clock.moveTo,
    async work(which) {
      let due = works.filter(({ name }) =>
        which === 'woken' ? woken.has(name) : which === 'all' || !isOnceEnough(name),
      )
      while (due.length > 0) {
        woken.clear()
        for (const work of due) while ((await work.run(never)) > 0);
        due = works.filter(({ name }) => woken.has(name))
      }
    },
    exchange: async (months) => await exchange(options, deps, { months, payers, asOf: daysAfter(today(), -1) }),
    async close() {
      await app.close()
      await close()
      await Promise.all([stripe.close(), texts.close(), mail.close()])
    },
  }
}

async function exchange(
  { folder, databaseUrl, accounts, seed }: PastOptions,
  { db, clock, profile }: Deps,
  { payers, ...dates }: { months: number; asOf: CalendarDate; payers: ReadonlyMap<string, CalendarDate> },
): Promise<void> {
  const exchanged = join(folder, 'demo', 'exchange')
  await mkdir(exchanged, { recursive: true })
  const { division, timeZone } = profile
  // The demo's billing system reads the form of docs/extract-format.md.
  await exportPayments({ db, clock, folder: exchanged, layout: undefined, timeZone })
  await exportContacts({ db, clock, folder: exchanged })
  const answers = await readAnswers(exchanged)
  const payments = await readPayments(exchanged, payers)
  const utility = { accounts, seed, division, timeZone, answers, payments, ...dates }
  const file = join(folder, 'demo', 'utility.extract')
  await writeDemoExtract({ ...utility, extractedAt: clock.now() }, createWriteStream(file))
  const { outcome, reason } = await importExtract({ databaseUrl, file, division, timeZone, clock })
  if (outcome !== 'imported') throw new Error(`The demo’s extract was not imported: ${reason ?? outcome}`)
  await rm(file)
}

/** Nobody can tell afterwards whether these were done on every day. */
function isOnceEnough(work: string): boolean {
  return work.startsWith('sweep of') || ['draft-sweep', 'payment-hours', 'open work', 'system status'].includes(work)
}

/** Whoever sleeps on it moves it on. */
function movedClock(from: Instant): Clock & { moveTo(at: Instant): void } {
  let at = epochOf(from)
  return {
    now: () => instantOf(at),
    async sleep(milliseconds) {
      at += milliseconds
      await setImmediate()
    },
    moveTo(instant) {
      at = Math.max(at, epochOf(instant))
    },
  }
}

/** What the billing system rejects just now. */
interface Office {
  rejectsPostings: boolean
  rejectsChanges: boolean
}

function rejecting(billing: Deps['billing'], office: Office): Deps['billing'] {
  return {
    ...billing,
    async recordPayment(payment) {
      if (office.rejectsPostings) return { outcome: 'rejected', reason: 'The account is being closed' }
      return await billing.recordPayment(payment)
    },
    async changeContact(change) {
      if (office.rejectsChanges) return { outcome: 'rejected', reason: 'The record is locked by an office' }
      return await billing.changeContact(change)
    },
  }
}
