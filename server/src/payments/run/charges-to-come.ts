import type { AccountSummaryRow } from '@portal/contract/account-summary'
import type { PaidWith } from '@portal/contract/bank-accounts'
import { type CalendarDate, daysAfter } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { noCents } from '@portal/contract/money'
import { type NextCharge, willCharge } from '@portal/contract/next-charge'
import { type RawBuilder, sql } from 'kysely'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { DayRule } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import { accountRows, readPortalPayments } from '../balances.ts'
import { type OfAgreement, type PlannedOf, ofAgreement, ofPlanned, plannedWith } from '../planned/charge.ts'
import { chargeDayOf } from '../planned/day.ts'
import { paidWith } from '../planned/methods.ts'
import { type ChargeFacts, momentOf, nextCharge } from './next-charge.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile' | 'log'>

/** A charge that is planned, or that the run will plan. */
export interface ChargeToCome extends Pick<ChargeFacts, 'state' | 'chargeOn'>, PaidWith {
  of: PlannedOf
  /** Null while it is not planned. */
  id: number | null
  accountId: AccountNumber
  /** As it is stored, also while nobody has to hear of it. */
  heldFor: string | null
  next: NextCharge
}

const isOpen = sql`charge.state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED')`

const mostOfAccounts = 2000

/** Of these accounts, the next first. Amounts are missing while the billing system is down. */
export async function chargesOfAccounts(
  deps: Needed & Pick<Deps, 'paymentGateway'>,
  accounts: readonly AccountNumber[],
): Promise<ChargeToCome[]> {
  if (accounts.length === 0) return []
  const theirs = sql`account_id = any(${accounts}::text[])`
  const [planned, unseen] = await Promise.all([
    selectCharges(deps, sql`${isOpen} and charge.${theirs}`, mostOfAccounts),
    selectUnseen(deps, theirs),
  ])
  const found = [...new Set([...planned, ...unseen].map(({ accountId }) => accountId))]
  const rows = await rowsNow(deps, found)
  const come = [...planned, ...unseen.flatMap((row) => asPlanned(deps, row, rows.get(row.accountId)))]
  return come.map((row) => withNext(deps, row, rows)).toSorted((a, b) => a.next.on.localeCompare(b.next.on))
}

/** @param which of `charge`, planned ones; the first by day */
export async function chargesWhere(deps: Needed, which: RawBuilder<unknown>, most: number): Promise<ChargeToCome[]> {
  const planned = await selectCharges(deps, which, most)
  const rows = await rowsNow(deps, [...new Set(planned.map(({ accountId }) => accountId))])
  return planned.map((row) => withNext(deps, row, rows))
}

interface Row extends ChargeFacts, PaidWith {
  of: PlannedOf
  id: number | null
  accountId: AccountNumber
}

const ofCard = sql`${paidWith}, funding, expires`

async function selectCharges({ db }: Needed, which: RawBuilder<unknown>, most: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with page as materialized (
      select id from planned_charge charge where ${which} order by charge_on, id limit ${most})
    select charge.id, ${ofPlanned} as of, charge.account_id as "accountId", charge.state, charge_on as "chargeOn",
      due_on as "dueOn", held_for as "heldFor", noticed_cents as noticed,
      coalesce(noticed_fee_cents, 0)::bigint as "noticedFee",
      charge.state <> 'PLANNED' or notice_key is not null as "hasNotice", noticed_at as "noticedAt", tries, ${ofCard}
    from page join planned_charge charge on charge.id = page.id ${plannedWith}
    order by charge_on, charge.id`.execute(db)
  return rows
}

type Unseen = Omit<Row, 'chargeOn' | 'dueOn'> & { rule: DayRule; number: number }

/** Agreements that the run has not looked at yet. */
async function selectUnseen({ db }: Needed, theirs: RawBuilder<unknown>): Promise<Unseen[]> {
  const { rows } = await sql<Unseen>`
    select null as id, ${ofAgreement} as of, agreement.account_id as "accountId", null as state, null as "heldFor",
      null as noticed, 0 as "noticedFee", false as "hasNotice", null as "noticedAt", 0 as tries, day_rule as rule, day_number as number, ${ofCard}
    from autopay_agreement agreement join saved_card card on card.id = saved_card_id
    where agreement.${theirs} and agreement.state <> 'ENDED' and seen_import = 0
      and not exists (select from planned_charge charge where charge.agreement_id = agreement.id and ${isOpen})
    limit ${mostOfAccounts}`.execute(db)
  return rows
}

/** As the run will plan it; nothing without a bill. */
function asPlanned(
  { profile, paymentGateway }: Pick<Deps, 'profile' | 'paymentGateway'>,
  row: Unseen,
  account: AccountSummaryRow | undefined,
): Row[] {
  const dueOn = account?.dueDate
  const { bankAccounts } = paymentGateway
  return dueOn ? [{ ...row, dueOn, chargeOn: chargeDayOf({ profile, bankAccounts }, row, dueOn) }] : []
}

async function rowsNow(
  deps: Needed,
  accounts: AccountNumber[],
): Promise<ReadonlyMap<AccountNumber, AccountSummaryRow>> {
  if (accounts.length === 0) return new Map()
  try {
    const rows = await accountRows(deps, accounts, await readPortalPayments(deps, accounts))
    return new Map(rows.map((row) => [row.accID, row]))
  } catch (error) {
    if (!(error instanceof BillingSystemDown)) throw error
    deps.log.warn({ err: error }, 'AutoPay shown without billing data')
    return new Map()
  }
}

function withNext(deps: Needed, row: Row, rows: ReadonlyMap<AccountNumber, AccountSummaryRow>): ChargeToCome {
  const { id, of, accountId, state, heldFor, chargeOn, brand, bankAccount, lastFour } = row
  const next = nextCharge(row, rows.get(accountId), momentOf(deps))
  return { id, of, accountId, state, heldFor, chargeOn, brand, bankAccount, lastFour, next }
}

type Terms = Pick<OfAgreement, 'most' | 'range'> &
  Pick<ChargeFacts, 'funding' | 'expires'> &
  Pick<PaidWith, 'bankAccount'> & { day: { rule: DayRule; number: number } }

/** The first day on which these terms may charge the account: for what is due, or for a bill that came today. */
export async function firstChargeDay(
  deps: Needed & Pick<Deps, 'paymentGateway'>,
  accountId: AccountNumber,
  { day, most, range, bankAccount, ...card }: Terms,
): Promise<CalendarDate> {
  const account = (await rowsNow(deps, [accountId])).get(accountId)
  const moment = momentOf(deps)
  const ofNewBill = daysAfter(moment.today, deps.profile.daysToPay)
  if (!account?.dueDate) return ofNewBill
  const of = { kind: 'agreement', state: 'ACTIVE', most, range } as const
  const { profile, paymentGateway } = deps
  const place = { profile, bankAccounts: paymentGateway.bankAccounts }
  const chargeOn = chargeDayOf(place, { ...day, bankAccount }, account.dueDate)
  const facts = { ...unseen, ...card, of, dueOn: account.dueDate, chargeOn }
  const next = nextCharge(facts, account, moment)
  return willCharge(next) ? next.on : ofNewBill
}

const unseen = {
  state: null,
  heldFor: null,
  noticed: null,
  noticedFee: noCents,
  hasNotice: false,
  noticedAt: null,
  tries: 0,
} as const
