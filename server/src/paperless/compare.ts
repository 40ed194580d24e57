import { type Instant, dateIn } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import { pagePaths } from '@portal/contract/paths'
import { sql } from 'kysely'
import type { BillingData } from '../adapters/billing-system/port-bills.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { portalActor, recordAudit } from '../foundation/audit.ts'
import type { Work } from '../foundation/work/loop.ts'
import { profileFor } from '../messages/language.ts'
import { emailWork } from '../messages/outbox/message.ts'
import { keyOf } from '../messages/outbox/names.ts'
import { queueEmail } from '../messages/outbox/queue-email.ts'
import { customerEmail } from '../wording/customer-email.ts'
import { endPaperless, takeBack, tellBilling } from './choose.ts'
import { compareRoute } from './rules.ts'
import { routesOf } from './view.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile' | 'wake'> & {
  config: Pick<Deps['config'], 'PUBLIC_URL'>
}

const batch = 500
const byPortal = { actor: portalActor, origin: { clientAddress: '', requestId: '' } }

/** Compares what customers chose with each import, and finds those whom emails do not reach. */
export function paperlessWork(deps: Needed): Work {
  return {
    name: 'paperless bills',
    restMilliseconds: 60_000,
    async run() {
      await findTrouble(deps)
      if (deps.profile.paperless.whenEmailsFail === 'paper') await returnToPaperByRule(deps)
      const data = await deps.billing.newestData()
      return data === null ? 0 : await compareSome(deps, data)
    },
  }
}

/** A stopped address is found within a minute; what is confirmed again leaves. */
async function findTrouble({ db, clock }: Needed): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from paperless_choice where trouble is not null
    union
    select choice.id from stopped_address stopped join paperless_choice choice on choice.address = stopped.address
    where stopped.channel = 'email' and started_at is not null and ended_on is null and trouble is distinct from 'stopped'
    limit 10000`.execute(db)
  await markTrouble(
    db,
    rows.map(({ id }) => id),
    clock.now(),
  )
}

async function markTrouble(db: Db | Tx, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with found as materialized (
      select id, case
        when address is null then 'none'
        when exists (select from stopped_address stopped where channel = 'email' and stopped.address = choice.address)
          then 'stopped'
        when not exists (
          select from proven_address proven
          where proven.web_user_id = choice.web_user_id and channel = 'email' and proven.address = choice.address
            and proven_at is not null)
          then 'unproven' end as trouble
      from paperless_choice choice
      where id = any(${[...ids]}::bigint[]) and started_at is not null and ended_on is null)
    update paperless_choice choice
    set trouble = found.trouble, trouble_since = case
      when found.trouble is null then null else coalesce(choice.trouble_since, ${now}::timestamptz) end
    from found
    where choice.id = found.id and ended_on is null and choice.trouble is distinct from found.trouble`.execute(db)
}

async function returnToPaperByRule(deps: Needed): Promise<void> {
  const rows = await deps.db
    .selectFrom('paperless_choice')
    .select('id')
    .where('trouble', 'in', ['stopped', 'none'])
    .orderBy('id')
    .limit(batch)
    .execute()
  for (const { id } of rows)
    await deps.db.transaction().execute(async (tx) => await endPaperless(tx, deps, id, { why: 'emails', ...byPortal }))
}

interface Compared {
  id: number
  webUserId: number
  accountId: AccountNumber
  personId: PersonId
}

/** Those not compared with these data yet. @returns how many */
async function compareSome(deps: Needed, data: BillingData): Promise<number> {
  const rows = await deps.db
    .selectFrom('paperless_choice')
    .innerJoin('web_user', 'web_user.id', 'web_user_id')
    .select(['paperless_choice.id', 'web_user_id as webUserId', 'account_id as accountId', 'person_id as personId'])
    .where('started_at', 'is not', null)
    .where('ended_on', 'is', null)
    .where('compared_import', '<', data.id)
    .orderBy('compared_import')
    .orderBy('paperless_choice.id')
    .limit(batch)
    .execute()
  if (rows.length === 0) return 0
  const persons = [...new Set(rows.map(({ personId }) => personId))]
  const routes = await routesOf(deps, persons)
  const emails = await deps.billing.emailAddresses(persons)
  const routing = new Map(routes.map((each) => [`${each.personId} ${each.accountId}`, each]))
  const said = rows.map((row) => {
    return { ...row, said: compareRoute(routing.get(`${row.personId} ${row.accountId}`)) }
  })
  for (const row of said.filter((each) => each.said === 'left')) await leave(deps, row, emails.has(row.personId))
  for (const row of said.filter((each) => each.said === 'contradicted'))
    await contradict(deps, row, emails.get(row.personId) ?? null, data.id)
  await keep(
    deps,
    said.map(({ id, personId, said: what }) => {
      const email = emails.get(personId) ?? null
      return { id, said: what, address: email && keyOf(email) }
    }),
    data,
  )
  return rows.length
}

/** The account is no longer theirs: paper again, unless the billing system no longer knows the person. */
async function leave({ db, clock, profile }: Needed, row: Compared, isKnown: boolean): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const accounts = await takeBack(tx, row.webUserId, [row.accountId])
    if (accounts.length === 0) return
    if (isKnown)
      await tellBilling(tx, { personId: row.personId, accounts, route: 'POSTAL' }, { timeZone: profile.timeZone, now })
    const event = {
      actor: portalActor,
      action: 'paperless-ended',
      subject: row.accountId,
      after: { why: 'left' },
    } as const
    await recordAudit(tx, event, byPortal.origin, now)
  })
}

/** The utility went back to paper: it counts, and its customer is told. */
async function contradict(deps: Needed, row: Compared, email: string | null, importId: number): Promise<void> {
  const { db, profile, clock, config, wake } = deps
  const isOver = await db.transaction().execute(async (tx) => {
    const ended = await endPaperless(tx, deps, row.id, { why: 'records', ...byPortal })
    if (!ended || email === null) return false
    const to = {
      template: 'paperless-ended',
      dedupeKey: `paperless-ended-${row.id}-${importId}`,
      recipient: email,
    } as const
    const said = { account: row.accountId, accountPage: `${config.PUBLIC_URL}${pagePaths.dashboard}` }
    const own = await profileFor(tx, profile, { webUserId: row.webUserId })
    await queueEmail(tx, customerEmail(own, to, said), clock.now())
    return true
  })
  if (isOver) wake(emailWork)
}

interface Kept {
  id: number
  said: ReturnType<typeof compareRoute>
  address: string | null
}

/** What an older extract no longer contains is pending again. */
async function keep({ db, clock, profile }: Needed, rows: readonly Kept[], data: BillingData): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update paperless_choice choice
      set compared_import = ${data.id}::bigint, address = said.address, confirmed_on = case said.said
        when 'confirmed' then coalesce(confirmed_on, ${dateIn(profile.timeZone, data.extractedAt)}::date)
        when 'waits' then null else confirmed_on end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (id bigint, said text, address text)
      where choice.id = said.id and ended_on is null`.execute(tx)
    await markTrouble(
      tx,
      rows.map(({ id }) => id),
      clock.now(),
    )
  })
}
