import type { AccountSummaryRow } from '@portal/contract/account-summary'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { arrayToJoin } from '../database/sql.ts'
import type { Deps } from '../deps.ts'
import { type PortalPayments, accountRows } from './balances.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>

/** Keeps what it shows, for payments that do not say what was shown (docs/decisions/021). @throws BillingSystemDown */
export async function shownRows(
  deps: Needed,
  sessionId: number,
  accounts: readonly AccountNumber[],
  known: ReadonlyMap<AccountNumber, PortalPayments>,
): Promise<AccountSummaryRow[]> {
  const rows = await accountRows(deps, accounts, known)
  await rememberShown(deps.db, sessionId, rows)
  return rows
}

/** An account that is not open to the session is left out. */
export async function rememberShown(
  db: Db,
  sessionId: number,
  rows: readonly { accID: AccountNumber; amount: Cents }[],
): Promise<void> {
  const shown = changedOf(sessionId, rows)
  // Mostly nothing has changed since the page was last shown; then nothing is written.
  const { rows: changed } = await sql`${shown} limit 1`.execute(db)
  if (changed.length > 0) await db.transaction().execute((tx) => keep(tx, sessionId, rows))
}

/** Locks in the order of `grantAccessToAll`. */
async function keep(tx: Tx, sessionId: number, rows: Parameters<typeof changedOf>[1]): Promise<void> {
  await tx.selectFrom('session').select('id').where('id', '=', sessionId).forKeyShare().execute()
  await sql`
    with changed as (${changedOf(sessionId, rows)} order by account_id for no key update of opened)
    update session_account opened set shown_due_cents = changed.due
    from changed where opened.session_id = ${sessionId} and opened.account_id = changed.account_id`.execute(tx)
}

function changedOf(sessionId: number, rows: readonly { accID: AccountNumber; amount: Cents }[]) {
  return sql`
    select account_id, shown.due
    from session_account opened
    join unnest(${rows.map(({ accID }) => accID)}::text[], ${rows.map(({ amount }) => amount)}::bigint[])
      as shown (account_id, due) using (account_id)
    where opened.session_id = ${sessionId} and opened.shown_due_cents is distinct from shown.due`
}

export interface KnownToPayer {
  /** What the session was last shown as owed; null when it was shown nothing. */
  amountDue: Cents | null
  /** The newest payment that the payer may know (`newestPaid` of PortalPayments); 0 when there is none. */
  newestPaid: number
}

export async function knownToPayer(
  db: Db,
  sessionId: number,
  accounts: readonly AccountNumber[],
  begunAt: Instant | null,
): Promise<ReadonlyMap<AccountNumber, KnownToPayer>> {
  const { rows } = await sql<{ account: AccountNumber } & KnownToPayer>`
    select opened.account_id as account, opened.shown_due_cents as "amountDue", coalesce(newest, 0) as "newestPaid"
    from unnest(${arrayToJoin(accounts)}) as asked (account_id)
    join session_account opened on opened.session_id = ${sessionId} and opened.account_id = asked.account_id
    cross join lateral (
      select max(item.id) as newest
      from checkout_item item join charge_attempt attempt on attempt.checkout_id = item.checkout_id
      where item.account_id = opened.account_id
        and case when attempt.state in ('VERIFYING', 'PROCESSING') then attempt.sent_at
          when item.status = 'PAID' then attempt.decided_at end <= least(
        ${begunAt}::timestamptz, case when opened.shown_due_cents is null then opened.opened_at else 'infinity' end)
    ) as paid`.execute(db)
  return new Map(rows.map(({ account, ...known }) => [account, known]))
}
