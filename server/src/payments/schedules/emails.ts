import { type CalendarDate, daysAfter, formatDate } from '@portal/contract/dates'
import { dollars, sumCents } from '@portal/contract/money'
import {
  accountAt,
  accountsTable,
  amountParts,
  eachOnItsOwn,
  methodInWords,
  type NewEmail,
} from '../../wording/customer-email.ts'
import type { Engine } from '../engine.ts'
import type { OfSchedule, PlannedCharge } from '../planned/charge.ts'
import { answeredOn } from '../planned/day.ts'
import type { About } from '../planned/partners.ts'
import { type ChargeEmails, cardEndsCase, chargeValues, noticeValues, written } from '../planned/write-email.ts'
import type { PaymentSchedule } from './records.ts'

/** About a charge of one account. It is known by its day, too. */
export function scheduledEmails(about: About, charge: PlannedCharge, { asked }: OfSchedule): ChargeEmails {
  const { id, dueOn, notices, noticedFee, tries } = charge
  const { locale } = about.profile
  const values = { ...chargeValues(about, charge, asked), day: formatDate(dueOn, locale) }
  const told = amountParts(about.profile, { bills: asked, fee: noticedFee })
  return {
    notice: (next) =>
      written(
        about,
        'schedule-reminder',
        `charge-${id}-${notices + 1}`,
        { ...noticeValues(about, charge, next), isLate: charge.card.bankAccount && tries > 0 ? 'again' : 'late' },
        {},
        amountParts(about.profile, { bills: next.amount, fee: next.fee }),
      ),
    skipped: (why) => written(about, 'schedule-skipped', String(id), { ...values, why }, {}, told),
    declined(day) {
      const again = day === null ? '' : formatDate(day, locale)
      return written(about, 'schedule-declined', `${id}-${tries}`, { ...values, again }, {}, told)
    },
    returned: (again) =>
      written(about, 'schedule-returned', `${id}-${tries}`, { ...values, again: again ? 'again' : '' }, {}, told),
    stopped: (why) => written(about, 'schedule-failed', String(id), { ...values, why }, {}, told),
    late: (why) => written(about, 'schedule-late', `${id}-${why}`, { ...values, why }, {}, told),
  }
}

type Scheduled = Pick<
  PaymentSchedule,
  'id' | 'changes' | 'payOn' | 'brand' | 'bankAccount' | 'lastFour' | 'expires' | 'authorization' | 'items'
>

/** Right away: it is also the notice of amount and day, and a copy of what the holder of a bank account has authorized. */
export function setEmail({ gateway }: Pick<Engine, 'gateway'>, about: About, schedule: Scheduled): NewEmail {
  const template = schedule.changes === 0 ? 'schedule-set' : 'schedule-changed'
  const { id, changes, payOn, authorization } = schedule
  const by = authorization && gateway.bankAccounts && answeredOn(about.profile, gateway.bankAccounts, payOn)
  return scheduleEmail(about, template, `${id}-${changes}`, schedule, {
    ...(authorization && { authorization }),
    ...(by && { by: formatDate(by, about.profile.locale) }),
  })
}

export function canceledEmail(about: About, schedule: Scheduled): NewEmail {
  return scheduleEmail(about, 'schedule-canceled', String(schedule.id), schedule)
}

/** The day before, once for all accounts. */
export function reminderEmail(about: About, schedule: Scheduled, day: CalendarDate): NewEmail {
  return scheduleEmail(about, 'schedule-reminder', `${schedule.id}-${day}`, { ...schedule, payOn: day })
}

function scheduleEmail(
  about: About,
  template: `schedule-${'set' | 'changed' | 'canceled' | 'reminder'}`,
  key: string,
  { items, payOn, ...card }: Scheduled,
  ofBank: { authorization?: string; by?: string } = {},
): NewEmail {
  const { profile } = about
  const bills = sumCents(items.map(({ amount }) => amount))
  const fee = sumCents(items.map((item) => item.fee))
  const values = {
    day: formatDate(payOn, profile.locale),
    ...ofBank,
    dayBefore: formatDate(daysAfter(payOn, -1), profile.locale),
    card: methodInWords(profile, card),
    cardEnds: template === 'schedule-canceled' ? '' : cardEndsCase(card, payOn),
    amount: dollars(sumCents([bills, fee]), profile.locale),
  }
  const parts = amountParts(profile, { bills, fee })
  const [only, ...more] = items
  if (only && more.length === 0) {
    const { accountId: account } = only
    const all = { ...values, number: 'one', account, location: about.places.get(account) }
    return written(about, template, key, all, {}, parts)
  }
  const rows = items.map(({ accountId, amount }) => [
    accountAt(accountId, about.places.get(accountId)),
    dollars(amount, profile.locale),
  ])
  const accounts = accountsTable(profile, eachOnItsOwn, rows)
  return written(about, template, key, { ...values, number: 'several' }, { accounts }, parts)
}
