import { CalendarDate, daysAfter, monthOf } from '@portal/contract/dates'
import { pagePaths } from '@portal/contract/paths'
import { type RawBuilder, sql } from 'kysely'
import type { Work } from '../../foundation/work/loop.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { insertNotifications } from '../../messages/outbox/queue-notification.ts'
import { customerEmail, type NewEmail, keyOfEmail, methodInWords } from '../../wording/customer-email.ts'
import type { Engine } from '../engine.ts'
import { causes } from '../notify.ts'
import { placeInDayNow, today } from '../planned/day.ts'
import { type ExpiringCard, expiringCards, recordExpiryMailed } from '../planned/methods.ts'
import { type About, aboutPerson } from '../planned/partners.ts'
import { restAt } from '../schedule.ts'

const batch = 100

/** Days before the end of a card's last month on which its owner is told. */
const warnings = [7, 30] as const

/** Tells owners of cards that end before AutoPay or a schedule would charge them: each warning once for each expiry. */
export function expiryWork(engine: Engine): Work {
  return {
    name: 'card-expiries',
    restMilliseconds: 720 * restAt(engine.pace),
    fullBatch: batch,
    async run() {
      if (placeInDayNow(engine).place !== 'open') return 0
      let warned = 0
      for (const due of dueWarnings(today(engine))) {
        const at = { gateway: engine.gateway.name, isLive: engine.gateway.savedMethods?.isLive ?? false }
        const cards = await expiringCards(engine.db, at, due, batch)
        for (const card of cards) await warn(engine, card, due)
        warned = Math.max(warned, cards.length)
      }
      return warned
    },
  }
}

interface Warning {
  month: string
  lastDay: CalendarDate
  /** Kept with the card: `2026-12 30`. */
  warning: string
}

/** For cards of this month and the next, if it ends within thirty days: only the nearest of their warnings. */
export function dueWarnings(day: CalendarDate): Warning[] {
  const months = new Set([monthOf(day), monthOf(daysAfter(lastDayOf(monthOf(day)), 1))])
  return [...months].flatMap((month) => {
    const lastDay = lastDayOf(month)
    const days = warnings.find((each) => daysAfter(day, each) >= lastDay)
    return days === undefined ? [] : [{ month, lastDay, warning: `${month} ${days}` }]
  })
}

function lastDayOf(month: string): CalendarDate {
  const inNext = daysAfter(CalendarDate.parse(`${month}-01`), 31)
  return daysAfter(CalendarDate.parse(`${monthOf(inNext)}-01`), -1)
}

async function warn(engine: Engine, card: ExpiringCard, { warning, lastDay }: Warning): Promise<void> {
  const about = await aboutPerson(engine, card.personId)
  await engine.db.transaction().execute(async (tx) => {
    const isFirst = await recordExpiryMailed(tx, card, warning)
    if (!isFirst) return
    const at = engine.clock.now()
    if (about) await queueEmail(tx, expiryEmail(about, card, warning), at)
    await insertNotifications('cardExpires', chargedTo(card, { lastDay, warning }), at).execute(tx)
  })
  engine.wake(emailWork)
}

/** Told with one of the accounts that the card is to pay for. */
function chargedTo(
  { id }: ExpiringCard,
  { lastDay, warning }: Pick<Warning, 'lastDay' | 'warning'>,
): RawBuilder<unknown> {
  return sql`
    select account_id, web_user_id, ${`${causes.card}${id}-${warning.replace(' ', '-')}`} as cause,
      ${JSON.stringify({ on: lastDay })}::jsonb as facts
    from (
      select account_id, web_user_id from autopay_agreement where saved_card_id = ${id} and state <> 'ENDED'
      union all
      select account_id, web_user_id from planned_charge join payment_schedule schedule on schedule.id = schedule_id
      where saved_card_id = ${id} and state in ('PLANNED', 'NOTIFIED', 'SENT', 'DECLINED')) as charged
    where web_user_id is not null`
}

function expiryEmail(
  { profile, publicUrl, recipient }: About,
  { id, brand, lastFour, expires }: ExpiringCard,
  warning: string,
): NewEmail {
  return customerEmail(
    profile,
    {
      template: 'card-expires',
      dedupeKey: keyOfEmail('card-expires', `${id}-${warning.replace(' ', '-')}`),
      recipient,
    },
    {
      card: methodInWords(profile, { brand, lastFour }),
      expires: `${expires.slice(5)}/${expires.slice(2, 4)}`,
      cardsPage: `${publicUrl}${pagePaths.dashboard}?view=payment-methods`,
    },
  )
}
