import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { dateIn, epochOf } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { accountRows, readPortalPayments } from '../payments/balances.ts'
import { keyOf } from './addresses.ts'
import type { Drop, DropReason, Leased } from './records.ts'
import { newsOf } from './rules.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>

/** A message that may leave now, and where to. */
export interface Checked {
  message: Leased
  address: string
  row: AccountSummaryRow
}

/** Just before they leave: is it still true, is the account still theirs, do they still want it, and where do they read? */
export async function checkBeforeSending(
  deps: Needed,
  leased: readonly Leased[],
): Promise<{ wanted: Checked[]; drops: Drop[] }> {
  if (leased.length === 0) return { wanted: [], drops: [] }
  const accounts = [...new Set(leased.map(({ accountId }) => accountId))]
  const addresses = await deps.billing.emailAddresses([...new Set(leased.map(({ personId }) => personId))])
  const [rows, standing] = await Promise.all([
    readPortalPayments(deps, accounts).then((portal) => accountRows(deps, accounts, portal)),
    readStanding(deps, leased, addresses),
  ])
  const byAccount = new Map(rows.map((row) => [row.accID, row]))
  const wanted: Checked[] = []
  const drops: Drop[] = []
  for (const message of leased) {
    const [row, address] = [byAccount.get(message.accountId), addresses.get(message.personId) ?? null]
    const reason = whyNot(deps, message, { row, address, standing: standing.get(message.id) })
    if (reason === null && row && address !== null) wanted.push({ message, address, row })
    else drops.push({ message, reason: reason ?? 'gone' })
  }
  return { wanted, drops }
}

interface Standing {
  id: number
  isHolder: boolean
  isWanted: boolean
  isProven: boolean
  isStopped: boolean
}

async function readStanding(
  { db, billing }: Needed,
  leased: readonly Leased[],
  addresses: ReadonlyMap<string, string | null>,
): Promise<Map<number, Standing>> {
  const asked = leased.map(({ id, kind, webUserId, accountId, personId }) => {
    return { id, kind, webUserId, accountId, personId, address: keyOf(addresses.get(personId) ?? '') }
  })
  const { rows } = await sql<Standing>`
    select id, ${sql.raw(billing.holdsAccount('asked."personId"', 'asked."accountId"'))} as "isHolder",
      exists (select from notification_choice choice where choice.web_user_id = "webUserId" and choice.kind = asked.kind
        and choice.account_id = asked."accountId" and choice.channel = 'email') as "isWanted",
      exists (select from proven_address proven where proven.web_user_id = "webUserId" and proven.channel = 'email'
        and proven.address = asked.address and proven_at is not null) as "isProven",
      exists (select from stopped_address stopped where stopped.channel = 'email' and stopped.address = asked.address)
        as "isStopped"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked (id bigint, kind text, "webUserId" bigint, "accountId" text, "personId" text, address text)`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function whyNot(
  { clock, profile }: Needed,
  message: Leased,
  known: { row: AccountSummaryRow | undefined; address: string | null; standing: Standing | undefined },
): DropReason | null {
  const { row, address, standing } = known
  if (epochOf(clock.now()) >= epochOf(message.expiresAt)) return 'late'
  if (!standing?.isHolder) return 'not_holder'
  if (!standing.isWanted) return 'not_wanted'
  if (address === null) return 'no_address'
  if (standing.isStopped) return 'stopped'
  if (!standing.isProven) return 'unproven'
  const today = dateIn(profile.timeZone, clock.now())
  const news = row ? newsOf(row, today, profile.notifications) : []
  if (news.every(({ cause }) => cause !== message.cause)) return 'gone'
  return news.some(({ kind }) => kind === message.kind) ? null : 'paid'
}
