import { type CalendarDate, type Instant, dateIn, timeIn } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { AccountNews } from '@portal/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { PlannedState } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import { profileFor } from '../../messages/language.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { insertNews, insertOwnNews } from '../../messages/outbox/queue-notification.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import type { Engine } from '../engine.ts'
import { causes } from '../notify.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import { type PlannedChange, movePlanned } from '../planned/moves.ts'
import { lockAgreement } from '../planned/standing.ts'
import type { About } from './emails.ts'
import { placeInDay } from './rules.ts'

/** What AutoPay works with. */
export interface AutopayParts {
  deps: Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>
  engine: Engine
  /** Whether System Maintenance has stopped the run. */
  isStopped: () => Promise<boolean>
}

/** To change agreements. */
export type AgreementParts = Pick<AutopayParts, 'deps' | 'engine'>

/** To know the day, and what is recorded. */
export interface DayParts {
  deps: Pick<Deps, 'db' | 'clock' | 'profile'>
}

/** By which to wake it. */
export const autopayWork = 'autopay'

export const planningWork = 'autopay-plans'

/** Of the utility, not of the server. */
export function today({ deps }: DayParts): CalendarDate {
  return dateIn(deps.profile.timeZone, deps.clock.now())
}

/** When charges and notices of that day may leave. */
export function openingOf({ deps }: AutopayParts, day: CalendarDate): RawBuilder<Instant> {
  const { timeZone, autoPay } = deps.profile
  return sql`((${day}::date + make_interval(hours => ${autoPay.hours.from}::integer)) at time zone ${timeZone}::text)`
}

export function placeInDayNow({ deps }: AutopayParts): ReturnType<typeof placeInDay> {
  const { timeZone, autoPay } = deps.profile
  return placeInDay(timeIn(timeZone, deps.clock.now()), autoPay.hours)
}

/** Null when the person has none: then nobody can be told, and nothing is charged. */
export async function addressOf({ deps }: AgreementParts, personId: PersonId): Promise<string | null> {
  const person = await deps.billing.findPerson(personId)
  return person?.emailAddress ?? null
}

/** To whom, and in which language. @param recipient from `addressOf` */
export async function aboutPerson(
  { deps, engine }: AgreementParts,
  personId: PersonId,
  recipient: string,
  db: Db | Tx = deps.db,
): Promise<About> {
  return { profile: await profileFor(db, deps.profile, { personId }), publicUrl: engine.publicUrl, recipient }
}

/** With the places of the accounts that are charged. @throws BillingSystemDown */
export async function aboutCharges(
  parts: AgreementParts,
  personId: PersonId,
  recipient: string,
  accounts: readonly AccountNumber[],
): Promise<About> {
  const found = await parts.deps.billing.balances(accounts)
  const places = new Map(found.map(({ accountId, serviceLocation }) => [accountId, serviceLocation]))
  return { ...(await aboutPerson(parts, personId, recipient)), places }
}

/** When the words of an agreement are mailed again. */
export function yearAfter(at: Instant): RawBuilder<Instant> {
  return sql<Instant>`${at}::timestamptz + interval '12 months'`
}

/**
 * Moves a charge, or has it wait, with the emails and texts about it, in one transaction; `tells` is the version of the
 * agreement's words among them. Nothing when others have it by now.
 */
export async function moveCharge(
  { engine }: AutopayParts,
  charge: PlannedCharge,
  to: PlannedState,
  { emails = [], news, tells, ...change }: PlannedChange & ChargeMessages,
): Promise<boolean> {
  const at = engine.clock.now()
  const moved = await engine.db.transaction().execute(async (tx) => {
    if (tells !== undefined && charge.agreementId !== null) await lockAgreement(tx, charge.agreementId)
    const why = change.reason ?? change.held_for ?? null
    const isNews = to !== charge.state || why !== charge.heldFor
    if (!(await movePlanned(tx, charge, to, change, isNews ? { why } : null, at))) return false
    for (const email of emails) await queueEmail(tx, email, at)
    if (news) await tellOwner(tx, charge, news, at)
    if (tells !== undefined) {
      await tx
        .updateTable('autopay_agreement')
        .set({ told_version: tells, tell_at: yearAfter(at) })
        .where('id', '=', charge.agreementId)
        .execute()
    }
    return true
  })
  if (moved && emails.length > 0) engine.wake(emailWork)
  return moved
}

interface ChargeMessages {
  emails?: readonly NewEmail[]
  news?: ChargeNews
  tells?: string
}

interface ChargeNews {
  kind: 'chargeUpcoming' | 'chargeFailed' | 'autopayPaused'
  /** What tells it from other news of the kind about this charge. */
  nth: number
  amount?: Cents | null
  on: CalendarDate
  /** Not who hears of it by this kind. */
  unless?: AccountNews
}

/** By text, where they chose it: the email is always sent. */
export async function tellOwner(
  tx: Tx,
  { id, accountId, webUserId }: PlannedCharge,
  { kind, nth, amount, on, unless }: ChargeNews,
  at: Instant,
): Promise<void> {
  if (webUserId === null) return
  const facts = { on, ...(amount ? { amount } : {}) }
  const own = { accountId, webUserId, cause: `${causes.charge}${id}-${nth}`, facts }
  await insertOwnNews(kind, own, at, unless).execute(tx)
}

/** The same of an agreement that stands still. */
export async function tellOfPause(tx: Tx, agreementId: number, at: Instant): Promise<void> {
  const about = sql`
    select account_id, web_user_id, ${`${causes.agreement}${agreementId}-${at}`} as cause,
      ${JSON.stringify({ at })}::jsonb as facts
    from autopay_agreement where id = ${agreementId} and web_user_id is not null`
  await insertNews('autopayPaused', about, at).execute(tx)
}
