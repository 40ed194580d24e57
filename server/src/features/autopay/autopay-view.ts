import { type Autopay, type AutopayAgreement, type AutopayTerms, PauseReason } from '@portal/contract/autopay'
import type { PaidWith } from '@portal/contract/bank-accounts'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import { type CardFunding, endsBefore } from '@portal/contract/saved-methods'
import { sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { AgreementState } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import type { Acceptance } from '../../payments/agreements/agreements.ts'
import { paidWith } from '../../payments/planned/methods.ts'
import { type ChargeToCome, chargesOfAccounts, firstChargeDay } from '../../payments/run/charges-to-come.ts'
import type { Keeping, OwnMethod } from '../../payments/saved-methods/methods.ts'

export interface AutopayNeeds {
  deps: Deps
  engine: Keeping
}

/** AutoPay of this customer, and of the accounts of this session. While the billing system is down, amounts are missing. */
export async function readAutopay({ deps }: AutopayNeeds, session: CustomerCaller): Promise<Autopay> {
  const rows = await readRows(deps, session)
  const own = rows.filter(({ webUserId }) => webUserId === session.webUserId)
  const accounts = own.map(({ accountId }) => accountId)
  const charges = await chargesOfAccounts(deps, accounts)
  const { noticeDays, retryDays } = deps.profile.autoPay
  return {
    agreements: own.map((row) =>
      agreementOf(
        row,
        charges.find(({ of }) => of.kind === 'agreement' && of.id === row.id),
      ),
    ),
    byOthers: rows.filter((row) => !own.includes(row)).map(({ accountId }) => accountId),
    rules: { noticeDays, retryDays, daysToPay: deps.profile.daysToPay },
  }
}

interface Row extends PaidWith {
  id: number
  accountId: AccountNumber
  state: Exclude<AgreementState, 'ENDED'>
  reason: string | null
  webUserId: number | null
  cardId: number
  funding: CardFunding | null
  isRemoved: boolean
  day: AutopayTerms['day']
  most: Cents | null
  range: AutopayTerms['range'] | null
  endsOn: CalendarDate | null
  acceptedAt: Instant
  version: string
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
      agreement.web_user_id as "webUserId", card.id as "cardId", ${paidWith}, funding,
      removed_at is not null as "isRemoved",
      json_build_object('rule', day_rule, 'number', day_number) as day, most_cents as most,
      case when range_low_cents is not null
        then json_build_object('low', range_low_cents, 'high', range_high_cents) end as range,
      ends_on as "endsOn", accepted_at as "acceptedAt", accepted.version,
      to_json(last) as last
    from listed join autopay_agreement agreement on agreement.id = listed.id
    join saved_card card on card.id = saved_card_id
    join autopay_words accepted on accepted.sha256 = words_sha256
    left join lateral (
      select (attempt.decided_at at time zone ${profile.timeZone})::date as "on", attempt.amount_cents as amount, checkout.public_id as checkout
      from planned_charge paid
      join checkout on checkout.planned_charge_id = paid.id
      join charge_attempt attempt on attempt.checkout_id = checkout.id
      where paid.agreement_id = agreement.id and paid.state = 'PAID'
      order by paid.id desc, checkout.id desc limit 1) last on true
    order by agreement.account_id`.execute(db)
  return rows
}

function agreementOf(row: Row, charge: ChargeToCome | undefined): AutopayAgreement {
  const { id, accountId, state, cardId, brand, bankAccount, lastFour, funding, isRemoved, last } = row
  const { day, most, range, endsOn, acceptedAt, version } = row
  return {
    id,
    accountId,
    state,
    pausedFor: PauseReason.safeParse(row.reason).data ?? null,
    card: { id: cardId, brand, bankAccount, lastFour, funding, isRemoved },
    terms: { savedCardId: cardId, day, most, endsOn, ...(range && { range }) },
    acceptedAt,
    version,
    next: charge?.next ?? null,
    last,
  }
}

/** The day before which a card expires that these terms would charge. Null if it lasts. */
export async function cardEndsBefore(
  { deps }: AutopayNeeds,
  { accountId, ...terms }: Omit<Acceptance, 'words' | 'cardEnds'>,
  card: Pick<OwnMethod, 'bankAccount' | 'funding' | 'expires'>,
): Promise<CalendarDate | null> {
  const day = await firstChargeDay(deps, accountId, { ...terms, ...card })
  return endsBefore(card.expires, day) ? day : null
}
