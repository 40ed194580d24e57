import { access, constants, statfs } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { dateIn } from '@portal/contract/dates'
import { gatewayEventsPath } from '@portal/contract/gateway-events'
import { sql } from 'kysely'
import type { Checked } from '../adapters/checked.ts'
import { isThisMachine } from '../adapters/settings.ts'
import { requireSuitableDatabase } from '../database/connect.ts'
import { missingMigrations } from '../database/migrate.ts'
import type { Deps } from '../deps.ts'
import { farthest, millisecondsOff } from '../foundation/work/clock-check.ts'
import { unknownSettings } from '../settings/config.ts'
import { readProfile } from '../settings/profile.ts'
import { certificateOf } from './certificate.ts'

export type CheckDeps = Pick<Deps, 'config' | 'profile' | 'db' | 'clock' | 'paymentGateway' | 'mail' | 'texts'>

/** By what is checked, in this order. What a check throws is its failure. */
export const checks: Readonly<Record<string, (deps: CheckDeps) => Promise<Checked[]>>> = {
  Settings: async () => settings(),
  Database: database,
  'Database schema': schema,
  Clock: clock,
  'Mail server': mailServer,
  'Payment gateway': async ({ paymentGateway, config, profile, clock: { now } }) =>
    await paymentGateway.check({
      hosts: pageHosts(config),
      eventsUrl: new URL(gatewayEventsPath, config.GENERAL_URL ?? config.PUBLIC_URL).href,
      today: dateIn(profile.timeZone, now()),
      takesBankAccounts: profile.bankPayments !== null,
    }),
  'Text messages': async ({ texts }) => (await texts?.check()) ?? [],
  Profile: utilityProfile,
  Addresses: addresses,
  Disk: disk,
}

/** Of the environment this command was started with: a misspelled setting counts as left out. */
function settings(): Checked[] {
  const about = 'Settings'
  const unknown = unknownSettings()
  if (unknown.length === 0) return [{ about, outcome: 'good', says: 'All are known' }]
  return unknown.map((says) => ({ about, outcome: 'open', says }))
}

async function database({ config, db }: CheckDeps): Promise<Checked[]> {
  const about = 'Database'
  await requireSuitableDatabase(config.DATABASE_URL)
  const { rows } = await sql<{
    version: string
    encoding: string
    knowsLetters: boolean
    mayCreate: boolean
    isReadOnly: boolean
    isDurable: boolean
    mostConnections: number
    isEncrypted: boolean
    isLocal: boolean
  }>`select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      lower('ÉÑ') = 'éñ' as "knowsLetters",
      has_database_privilege(current_database(), 'create, temporary')
        and has_schema_privilege('public', 'create') as "mayCreate",
      pg_is_in_recovery() as "isReadOnly",
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as "isDurable",
      current_setting('max_connections')::int as "mostConnections",
      (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted",
      coalesce(inet_server_addr() << '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isLocal"`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The database returned no row')
  const perProcess = config.DATABASE_CONNECTIONS + 4
  const faults = [
    found.isReadOnly && 'It is a read-only standby. Give the address of the primary',
    found.encoding !== 'UTF8' && `Its encoding is ${found.encoding}. Create it again with encoding 'UTF8'`,
    !found.knowsLetters && 'Usernames such as É and é count as two. Create it again with builtin_locale C.UTF-8',
    !found.mayCreate && 'The role may not create tables. Make it the owner of the database',
    !found.isDurable && 'fsync or full_page_writes is off: a power cut would lose payments. Turn both on',
    found.mostConnections < 2 * perProcess &&
      `max_connections is ${found.mostConnections}. Each process needs ${perProcess}, and an update runs two together`,
    !found.isEncrypted && !found.isLocal && 'The connection isn’t encrypted. Add sslmode=verify-full to DATABASE_URL',
  ].filter((fault) => fault !== false)
  if (faults.length > 0) return faults.map((says) => ({ about, outcome: 'bad', says }))
  return [{ about, outcome: 'good', says: `PostgreSQL ${found.version}, UTF-8, no pooler, owner’s rights` }]
}

async function schema({ config, db }: CheckDeps): Promise<Checked[]> {
  const missing = await missingMigrations(config.DATABASE_URL)
  if (missing.length > 0) {
    const updates = missing.length === 1 ? '1 update' : `${missing.length} updates`
    return [{ about: 'Database schema', outcome: 'bad', says: `${updates} to do. Run portal migrate` }]
  }
  const admins = await db.selectFrom('admin_user').select('id').where('level', '=', 1).limit(1).execute()
  return [
    { about: 'Database schema', outcome: 'good', says: 'Up to date' },
    admins.length > 0
      ? { about: 'First admin', outcome: 'good', says: 'There is a level 1 admin' }
      : { about: 'First admin', outcome: 'bad', says: 'Run portal admin create USERNAME EMAIL' },
  ]
}

async function clock(deps: CheckDeps): Promise<Checked[]> {
  const seconds = (await millisecondsOff(deps)) / 1000
  const about = 'Clock'
  if (Math.abs(seconds) * 1000 <= farthest) return [{ about, outcome: 'good', says: 'Agrees with the database’s' }]
  const off = `${Math.abs(Math.round(seconds))} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database`
  return [{ about, outcome: 'bad', says: `It is ${off}. Set both by NTP` }]
}

async function mailServer({ mail, profile }: CheckDeps): Promise<Checked[]> {
  const about = 'Mail server'
  try {
    await mail.verify()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ about, outcome: 'bad', says: `Login failed: ${reason}. Check SMTP_URL` }]
  }
  return [
    { about, outcome: 'good', says: 'Accepts the login' },
    { about: 'Mail sender', outcome: 'open', says: `Make sure SPF, DKIM and DMARC cover ${profile.mailFrom}` },
  ]
}

/** No two utilities have these in common. */
const ownFields = [
  'name',
  'shortName',
  'website',
  'customerServiceEmail',
  'mailFrom',
  'financeEmail',
  'phones',
  'offices',
  'autoPayForms',
  'earlierSite',
  'sampleBill',
  'receiptFilePrefix',
] as const

async function utilityProfile({ config, profile }: CheckDeps): Promise<Checked[]> {
  const about = 'Profile'
  if (config.PROFILE_FILE === undefined) {
    return [
      { about, outcome: 'bad', says: 'PROFILE_FILE is missing, so this is the demo utility. Copy server/profile' },
    ]
  }
  const example = readProfile()
  const left = ownFields.filter((field) => isDeepStrictEqual(profile[field], example[field]))
  if (left.length > 0) {
    return [
      {
        about,
        outcome: profile.isLive ? 'bad' : 'open',
        says: `Still of the utility that it was copied from: ${left.join(', ')}`,
      },
    ]
  }
  if (!profile.isLive) {
    return [{ about, outcome: 'open', says: `${profile.name}, for tests. Set isLive to true to take real money` }]
  }
  return [{ about, outcome: 'good', says: `${profile.name}, live, ${profile.timeZone}` }]
}

/** The hosts whose pages take cards. */
function pageHosts({ PUBLIC_URL, WEB_ORIGINS }: CheckDeps['config']): string[] {
  return [...new Set([PUBLIC_URL, ...WEB_ORIGINS].map((origin) => new URL(origin).hostname))]
}

async function addresses({ config, clock: { now } }: CheckDeps): Promise<Checked[]> {
  const { PUBLIC_URL, GENERAL_URL, DASHBOARD_URL, PAY_NOW_URL, ADMIN_URL, WEB_ORIGINS } = config
  const all = [PUBLIC_URL, GENERAL_URL, DASHBOARD_URL, PAY_NOW_URL, ADMIN_URL, ...WEB_ORIGINS]
  const origins = [...new Set(all.filter((origin) => origin !== undefined))]
  return await Promise.all(origins.map((origin) => addressOf(new URL(origin), now())))
}

/** How long before its end a certificate should have been renewed. */
const daysLeft = 14

async function addressOf(url: URL, now: string): Promise<Checked> {
  const about = url.origin
  if (url.protocol === 'http:') {
    if (isThisMachine(url.hostname)) return { about, outcome: 'open', says: 'For this machine only' }
    return { about, outcome: 'bad', says: 'Without TLS. Give PUBLIC_URL an address that begins with https:' }
  }
  const { trouble, days } = await certificateOf(url, now)
  if (trouble) return { about, outcome: 'bad', says: trouble }
  return days < daysLeft
    ? { about, outcome: 'bad', says: `The certificate ends in ${days} days. Renew it` }
    : { about, outcome: 'good', says: `The certificate is valid for ${days} days` }
}

const leastFree = 1024 ** 3

/** The folder of the file exchange, and a row as large as an uploaded image: uploads are kept in the database. */
async function disk({ db }: CheckDeps): Promise<Checked[]> {
  const about = 'Disk'
  const folder = process.cwd()
  await access(folder, constants.W_OK)
  const { bavail, bsize } = await statfs(folder)
  const free = `${Math.floor((bavail * bsize) / leastFree)} GB free in ${folder}`
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table portal_check (bytes bytea) on commit drop`.execute(tx)
    await sql`insert into portal_check select convert_to(string_agg(md5(n::text), ''), 'UTF8')
      from generate_series(1, ${rowsOfUpload}) n`.execute(tx)
  })
  return [
    bavail * bsize < leastFree
      ? { about, outcome: 'bad', says: `${free}. Payment files and extracts need more` }
      : { about, outcome: 'good', says: free },
    { about: 'Uploads', outcome: 'good', says: 'The database takes files of 5 MB. Watch its own disk separately' },
  ]
}

/** Of 32 bytes each: five megabytes. */
const rowsOfUpload = (5 * 1024 ** 2) / 32
