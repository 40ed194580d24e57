import type { ParsedBodyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, decimalCents } from '@portal/contract/money'
import { type CallersAutopay, pauseCallersAutopay, resumeCallersAutopay } from '@portal/contract/phoned-in'
import { type SqlBool, sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import { type AuditOrigin, actorOf } from '../../foundation/audit.ts'
import { requireAccess } from '../../foundation/sessions/accounts.ts'
import { resumeAgreement, stopAgreement } from '../../payments/autopay/agreements.ts'
import type { ChangedBy } from '../../payments/autopay/move-agreement.ts'
import type { AgreementParts } from '../../payments/autopay/parts.ts'
import { refuse } from '../../refusal.ts'

const noAutopay: CallersAutopay = { agreement: null, upcoming: [] }

/** What a clerk tells a caller, by account. */
export async function callersAutopay(
  db: Db,
  accounts: readonly AccountNumber[],
): Promise<(account: AccountNumber) => CallersAutopay> {
  const [agreements, upcoming] = await Promise.all([selectAgreements(db, accounts), selectUpcoming(db, accounts)])
  return (account) => ({
    agreement: agreements.get(account) ?? noAutopay.agreement,
    upcoming: upcoming.flatMap(({ accountId, ...charge }) => (accountId === account ? [charge] : [])),
  })
}

async function selectAgreements(db: Db, accounts: readonly AccountNumber[]) {
  const rows = await db
    .selectFrom('autopay_agreement as agreement')
    .innerJoin('saved_card as card', 'card.id', 'agreement.saved_card_id')
    .select(['account_id', 'state', 'reason', 'brand', 'last_four as lastFour', 'day_rule', 'day_number', 'most_cents'])
    .where('account_id', 'in', accounts)
    // Written out: PostgreSQL finds no partial index by a parameter.
    .where(sql<SqlBool>`state <> 'ENDED'`)
    .execute()
  return new Map(
    rows.map((row) => {
      const { account_id: account, reason, brand, lastFour, day_rule: rule, day_number: number, most_cents: most } = row
      const state = row.state === 'PAUSED' ? ('PAUSED' as const) : ('ACTIVE' as const)
      const day = { rule, number }
      return [account, { state, reason, brand, lastFour, day, most: most === null ? null : decimalCents(most) }]
    }),
  )
}

/** Of all accounts that one search may open. */
const mostUpcoming = 100

type Upcoming = CallersAutopay['upcoming'][number] & { accountId: AccountNumber }

async function selectUpcoming(db: Db, accounts: readonly AccountNumber[]): Promise<Upcoming[]> {
  const { rows } = await sql<Omit<Upcoming, 'amount'> & { amount: Cents | null }>`
    select charge.id, charge.account_id as "accountId", charge.schedule_id is not null as "isScheduled",
      coalesce(asked_cents, noticed_cents) as amount, brand, last_four as "lastFour", charge_on as "chargeOn",
      held_for as "heldFor"
    from planned_charge charge
    left join autopay_agreement agreement on agreement.id = charge.agreement_id
    left join payment_schedule schedule on schedule.id = charge.schedule_id
    join saved_card card on card.id = coalesce(agreement.saved_card_id, schedule.saved_card_id)
    where charge.account_id = any(${accounts}::text[])
      and charge.state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED')
    order by charge_on, charge.id limit ${mostUpcoming}::int`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: amount === null ? null : decimalCents(amount) }))
}

type Wanted = ParsedBodyOf<typeof pauseCallersAutopay>
type Clerk = AuditOrigin & { session: AdminCaller }

/** The customer gets an email. @throws Refusal `not-allowed`, `agreement-changed` */
export async function pauseForCaller(parts: AgreementParts, clerk: Clerk, wanted: Wanted): Promise<CallersAutopay> {
  return await change(parts, clerk, wanted, pauseCallersAutopay, async (id, by) => {
    return await stopAgreement(parts, id, byStaff, by)
  })
}

/** Only what staff has paused. @throws Refusal `not-allowed`, `agreement-changed` */
export async function resumeForCaller(parts: AgreementParts, clerk: Clerk, wanted: Wanted): Promise<CallersAutopay> {
  return await change(parts, clerk, wanted, resumeCallersAutopay, async (id, by) => {
    return await resumeAgreement(parts, id, by)
  })
}

/** The reason of such a pause. */
const byStaff = 'staff'

async function change(
  parts: AgreementParts,
  { session, clientAddress, requestId }: Clerk,
  { accountId, why }: Wanted,
  call: typeof pauseCallersAutopay | typeof resumeCallersAutopay,
  make: (id: number, by: ChangedBy) => Promise<boolean>,
): Promise<CallersAutopay> {
  const { db } = parts.engine
  await requireAccess(db, session.id, accountId)
  const agreement = await db
    .selectFrom('autopay_agreement')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`state <> 'ENDED'`)
    .executeTakeFirst()
  const by = { actor: actorOf(session), origin: { clientAddress, requestId }, note: why }
  if (!agreement || !(await make(agreement.id, by))) throw refuse(call, 'agreement-changed')
  return (await callersAutopay(db, [accountId]))(accountId)
}
