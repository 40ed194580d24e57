import { type CalendarDate, daysAfter } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { endOfDay, startOfDay } from '../../database/sql.ts'
import type { Deps } from '../../deps.ts'

/** A gateway lists what is in a payout a day or two after it. */
const daysToItemize = 3
const daysToRepeat = 30

/** By then, each charge has left for the bank, holidays and a delayed account included. */
const daysToPayOut = 14

/** For each day once, and again while it stays: nothing else would tell of money that never comes. */
export async function alarmAboutPayouts(
  { db, log, profile, paymentGateway }: Pick<Deps, 'db' | 'log' | 'profile' | 'paymentGateway'>,
  day: CalendarDate,
): Promise<void> {
  if (!paymentGateway.payouts) return
  for (const { payout, arrivesOn } of await neverItemized(db, paymentGateway.name, day))
    log.error({ alarm: true, payout, day: arrivesOn }, 'A paid payout was never itemized')
  const charged = daysAfter(day, -daysToPayOut)
  const { count, reference } = await notPaidOut(db, paymentGateway.name, { day: charged, timeZone: profile.timeZone })
  if (count > 0)
    log.error({ alarm: true, day: charged, count, reference }, `Charges are in no payout after ${daysToPayOut} days`)
}

const most = 20

/** A payout that the gateway itemizes never is a discrepancy of its own day. */
async function neverItemized(
  db: Db,
  gateway: string,
  day: CalendarDate,
): Promise<{ payout: string; arrivesOn: CalendarDate }[]> {
  return await db
    .selectFrom('payout')
    .select(['payout_id as payout', 'arrives_on as arrivesOn'])
    .where('gateway', '=', gateway)
    .where('status', '=', 'paid')
    .where('charge_count', 'is', null)
    .where('arrives_on', '<=', daysAfter(day, -daysToItemize))
    .where('arrives_on', '>=', daysAfter(day, -daysToRepeat))
    .where(sql<boolean>`not exists (
      select from discrepancy where kind = 'payoutDoesNotAddUp' and subject = payout.payout_id and day = payout.arrives_on)`)
    .orderBy('arrives_on', 'desc')
    .limit(most)
    .execute()
}

/** Charges from before the first payout that is known in full prove nothing. */
async function notPaidOut(
  db: Db,
  gateway: string,
  { day, timeZone }: { day: CalendarDate; timeZone: string },
): Promise<{ count: number; reference: string | null }> {
  const { rows } = await sql<{ count: number; reference: string | null }>`
    select count(*) as count, min(reference) as reference from charge_attempt payment
    where sent_at >= ${startOfDay(day, timeZone)} and sent_at < ${endOfDay(day, timeZone)}
      and state = 'CHARGED' and gateway = ${gateway}
      and exists (
        select from payout where payout.gateway = payment.gateway and arrives_on <= ${day}::date
          and exists (select from payout_item item where item.payout_id = payout.id))
      and not exists (
        select from payout_item item where item.kind = 'charge' and item.tag = payment.transaction_tag)`.execute(db)
  return rows[0] ?? { count: 0, reference: null }
}
