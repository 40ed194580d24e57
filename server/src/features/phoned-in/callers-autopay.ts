import type { PaidWith } from '@portal/contract/bank-accounts'
import type { ParsedBodyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, decimalCents } from '@portal/contract/money'
import { type CallersAutopay, pauseCallersAutopay, resumeCallersAutopay } from '@portal/contract/phoned-in'
import { type SqlBool, sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { DayRule } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf } from '../../foundation/audit.ts'
import { requireAccess } from '../../foundation/sessions/accounts.ts'
import { stopAgreement } from '../../payments/agreements/agreements.ts'
import type { ChangedBy } from '../../payments/agreements/moves.ts'
import { resumeAgreement } from '../../payments/agreements/resume.ts'
import type { Engine } from '../../payments/engine.ts'
import { isUsable, paidWith } from '../../payments/planned/methods.ts'
import { chargesOfAccounts } from '../../payments/run/charges-to-come.ts'
import { refuse } from '../../refusal.ts'

const noAutopay: CallersAutopay = { agreement: null, upcoming: [] }

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile' | 'log' | 'paymentGateway'>

/** What a clerk tells a caller, by account. */
export async function callersAutopay(
  deps: Needed,
  accounts: readonly AccountNumber[],
): Promise<(account: AccountNumber) => CallersAutopay> {
  const [agreements, charges] = await Promise.all([selectAgreements(deps, accounts), chargesOfAccounts(deps, accounts)])
  return (account) => ({
    agreement: agreements.get(account) ?? noAutopay.agreement,
    upcoming: charges.flatMap(({ id, of, accountId, brand, bankAccount, lastFour, next }) =>
      accountId === account ? [{ id, isScheduled: of.kind === 'schedule', brand, bankAccount, lastFour, next }] : [],
    ),
  })
}

interface Row extends PaidWith {
  account: AccountNumber
  state: 'ACTIVE' | 'PAUSED'
  pause: NonNullable<CallersAutopay['agreement']>['pause']
  isMethodGone: boolean
  day: { rule: DayRule; number: number }
  most: Cents | null
}

/** A pause is told by its event; one that has none by its agreement. */
async function selectAgreements({ db, paymentGateway }: Needed, accounts: readonly AccountNumber[]) {
  const { rows } = await sql<Row>`
    select account_id as account, agreement.state, ${paidWith}, most_cents as most,
      not ${isUsable(paymentGateway, sql`agreement.web_user_id`)} is true as "isMethodGone",
      json_build_object('rule', day_rule, 'number', day_number) as day,
      case when agreement.state = 'PAUSED' then json_build_object('reason', coalesce(agreement.reason, ''),
        'at', to_char(coalesce(paused.at, changed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'by', paused.detail ->> 'by', 'why', paused.detail ->> 'note') end as pause
    from autopay_agreement agreement
    join saved_card card on card.id = saved_card_id
    join gateway_customer owner on owner.id = gateway_customer_id
    left join lateral (
      select at, detail from plan_event
      where agreement_id = agreement.id and to_state = 'PAUSED' order by id desc limit 1) paused on true
    where account_id = any(${accounts}::text[]) and agreement.state <> 'ENDED'`.execute(db)
  return new Map(
    rows.map(({ account, most, ...row }) => [account, { ...row, most: most === null ? null : decimalCents(most) }]),
  )
}

type Wanted = ParsedBodyOf<typeof pauseCallersAutopay>
type Clerk = AuditOrigin & { session: AdminCaller }

/** The customer gets an email. @throws Refusal `not-allowed`, `agreement-changed` */
export async function pauseForCaller(deps: Needed, engine: Engine, clerk: Clerk, wanted: Wanted) {
  const isDone = await change(engine, clerk, wanted, async (id, by) => await stopAgreement(engine, id, byStaff, by))
  if (!isDone) throw refuse(pauseCallersAutopay, 'agreement-changed')
  return (await callersAutopay(deps, [wanted.accountId]))(wanted.accountId)
}

/** Only what staff has paused. @throws Refusal `not-allowed`, `agreement-changed`, `card-gone` */
export async function resumeForCaller(deps: Needed, engine: Engine, clerk: Clerk, wanted: Wanted) {
  const isDone = await change(engine, clerk, wanted, async (id, by) => await resumeAgreement(engine, id, by))
  const now = (await callersAutopay(deps, [wanted.accountId]))(wanted.accountId)
  if (isDone) return now
  const isForCard = now.agreement?.pause?.reason === byStaff && now.agreement.isMethodGone
  throw refuse(resumeCallersAutopay, isForCard ? 'card-gone' : 'agreement-changed')
}

/** The reason of such a pause. */
const byStaff = 'staff'

async function change(
  engine: Engine,
  { session, clientAddress, requestId }: Clerk,
  { accountId, why }: Wanted,
  make: (id: number, by: ChangedBy) => Promise<boolean>,
): Promise<boolean> {
  const { db } = engine
  await requireAccess(db, session.id, accountId)
  const agreement = await db
    .selectFrom('autopay_agreement')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`state <> 'ENDED'`)
    .executeTakeFirst()
  const by = { actor: actorOf(session), origin: { clientAddress, requestId }, note: why }
  return agreement !== undefined && (await make(agreement.id, by))
}
