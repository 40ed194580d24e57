import type { AccountSummaryRow } from '@portal/contract/account-summary'
import {
  type Autopay,
  type AutopayAgreement,
  type AutopayTerms,
  HeldReason,
  type NextCharge,
  PauseReason,
} from '@portal/contract/autopay'
import type { CardBrand } from '@portal/contract/card'
import { type CalendarDate, type Instant, dateIn, daysAfter } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type Cents, cents } from '@portal/contract/money'
import { smallestPayment } from '@portal/contract/payments'
import type { CardFunding } from '@portal/contract/saved-cards'
import { sql } from 'kysely'
import { BillingSystemDown } from '../../adapters/billing-system/port.ts'
import type { CustomerCaller } from '../../caller.ts'
import type { AgreementState, PlannedState } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import { dayOf, daysOfNotice } from '../../payments/autopay/rules.ts'
import { accountRows, readPortalPayments } from '../../payments/balances.ts'
import type { Engine } from '../../payments/engine.ts'
import type { Keeping } from '../../payments/saved-cards/cards.ts'

export interface AutopayNeeds {
  deps: Deps
  engine: Engine
  keeping: Keeping
}

/** AutoPay of this customer, and of the accounts of this session. While the billing system is down, amounts are missing. */
export async function readAutopay({ deps }: AutopayNeeds, session: CustomerCaller): Promise<Autopay> {
  const rows = await readRows(deps, session)
  const own = rows.filter(({ webUserId }) => webUserId === session.webUserId)
  const charged = own.filter(({ state, planned, seenImport }) => state === 'ACTIVE' && (planned || seenImport === 0))
  const owed = await owedNow(
    deps,
    charged.map(({ accountId }) => accountId),
  )
  const { noticeDays, retryDays } = deps.profile.autoPay
  return {
    agreements: own.map((row) => agreementOf(deps, row, owed.get(row.accountId))),
    byOthers: rows.filter((row) => !own.includes(row)).map(({ accountId }) => accountId),
    rules: { noticeDays, retryDays, daysToPay: deps.profile.daysToPay },
  }
}

interface Row {
  id: number
  accountId: AccountNumber
  state: Exclude<AgreementState, 'ENDED'>
  reason: string | null
  webUserId: number | null
  cardId: number
  brand: CardBrand
  lastFour: string
  funding: CardFunding
  isRemoved: boolean
  day: AutopayTerms['day']
  most: Cents | null
  range: AutopayTerms['range'] | null
  endsOn: CalendarDate | null
  acceptedAt: Instant
  version: string
  seenImport: number
  planned: {
    state: PlannedState
    on: CalendarDate
    dueOn: CalendarDate
    heldFor: string | null
    noticed: Cents | null
    isTold: boolean
    tries: number
  } | null
  last: AutopayAgreement['last']
}

const mostListed = 600

async function readRows({ db, profile }: Deps, { id, webUserId }: CustomerCaller): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with listed as (
      select id from autopay_agreement where web_user_id = ${webUserId} and state <> 'ENDED'
      union
      select agreement.id from session_account opened
      join autopay_agreement agreement on agreement.account_id = opened.account_id and agreement.state <> 'ENDED'
      where opened.session_id = ${id}
      limit ${mostListed})
    select agreement.id, agreement.account_id as "accountId", agreement.state, agreement.reason,
      agreement.web_user_id as "webUserId", card.id as "cardId", brand, last_four as "lastFour", funding,
      removed_at is not null as "isRemoved",
      json_build_object('rule', day_rule, 'number', day_number) as day, most_cents as most,
      case when range_low_cents is not null
        then json_build_object('low', range_low_cents, 'high', range_high_cents) end as range,
      ends_on as "endsOn", accepted_at as "acceptedAt", accepted.version, seen_import as "seenImport",
      to_json(planned) as planned, to_json(last) as last
    from listed join autopay_agreement agreement on agreement.id = listed.id
    join saved_card card on card.id = saved_card_id
    join autopay_words accepted on accepted.sha256 = words_sha256
    left join lateral (
      select state, charge_on as "on", due_on as "dueOn", held_for as "heldFor", noticed_cents as noticed,
        tries, state <> 'PLANNED' or notice_key is not null as "isTold"
      from planned_charge where agreement_id = agreement.id and state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED')
      order by id limit 1) planned on true
    left join lateral (
      select (attempt.decided_at at time zone ${profile.timeZone})::date as "on", checkout.amount_cents as amount, checkout.public_id as checkout
      from planned_charge paid
      join checkout on checkout.planned_charge_id = paid.id
      join charge_attempt attempt on attempt.checkout_id = checkout.id
      where paid.agreement_id = agreement.id and paid.state = 'PAID'
      order by paid.id desc, checkout.id desc limit 1) last on true
    order by agreement.account_id`.execute(db)
  return rows
}

/** Empty while the billing system is down. */
async function owedNow(deps: Deps, accounts: AccountNumber[]): Promise<ReadonlyMap<AccountNumber, AccountSummaryRow>> {
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

function agreementOf(deps: Deps, row: Row, account: AccountSummaryRow | undefined): AutopayAgreement {
  const { id, accountId, state, cardId, brand, lastFour, funding, isRemoved, last } = row
  const { day, most, range, endsOn, acceptedAt, version } = row
  return {
    id,
    accountId,
    state,
    pausedFor: PauseReason.safeParse(row.reason).data ?? null,
    card: { id: cardId, brand, lastFour, funding, isRemoved },
    terms: { savedCardId: cardId, day, most, endsOn, ...(range && { range }) },
    acceptedAt,
    version,
    next: state === 'ACTIVE' ? nextOf(deps, row, account) : null,
    last,
  }
}

/** Never more than the notice said, nor more than is owed now. Of a bill that the run has not seen, as the run will plan it. */
function nextOf({ profile, clock }: Deps, row: Row, account: AccountSummaryRow | undefined): NextCharge | null {
  const { planned } = row
  if (planned) {
    const told = planned.isTold ? planned.noticed : null
    const amounts = [told, account?.amount].filter((amount) => amount !== null && amount !== undefined)
    return {
      on: planned.on,
      dueOn: planned.dueOn,
      amount: amounts.length > 0 ? cents(Math.max(0, Math.min(...amounts))) : null,
      isEstimate: told === null,
      isUnderWay: planned.state === 'SENT',
      isRetry: planned.tries > 0,
      heldFor: HeldReason.safeParse(planned.heldFor).data ?? null,
    }
  }
  if (!account?.dueDate || account.amount < smallestPayment) return null
  const lead = daysOfNotice(
    { funding: row.funding, amount: account.amount, range: row.range ?? null },
    profile.autoPay.noticeDays,
  )
  const soonest = daysAfter(dateIn(profile.timeZone, clock.now()), lead)
  const wished = dayOf(row.day, account.dueDate)
  const on = wished > soonest ? wished : soonest
  const { dueDate: dueOn, amount } = account
  return { on, dueOn, amount, isEstimate: true, isUnderWay: false, isRetry: false, heldFor: null }
}
