import type { LateReason, SkipReason, StopReason } from '@portal/contract/autopay-reasons'
import { type CalendarDate, formatDate } from '@portal/contract/dates'
import { type Cents, dollars } from '@portal/contract/money'
import { largestPayment } from '@portal/contract/owed'
import { pagePaths } from '@portal/contract/paths'
import { cardInWords, type NewEmail } from '../../wording/customer-email.ts'
import { pausedEmail } from '../agreements/emails.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import type { About } from '../planned/partners.ts'
import { lateness } from '../planned/rules.ts'
import { cardEndsCase, written } from '../planned/write-email.ts'

/** Before a charge: the amount and the day that the customer can count on, and what they replace. */
export function noticeEmail(
  about: About,
  charge: PlannedCharge,
  { amount, on, today }: { amount: Cents; on: CalendarDate; today: CalendarDate },
): NewEmail {
  const { locale } = about.profile
  const { id, dueOn, notices, told, scheduleId } = charge
  const cardEnds = cardEndsCase(charge.card, on)
  const values = {
    ...namesOf(about, charge),
    amount: dollars(amount, locale),
    day: formatDate(on, locale),
    cardEnds,
  }
  const key = `${id}-${notices + 1}`
  if (scheduleId !== null) return written(about, 'schedule-reminder', `charge-${key}`, { ...values, isLate: 'late' })
  const isOther = told !== null && (told.amount !== amount || told.on !== on)
  return written(about, 'autopay-notice', key, {
    ...values,
    payPage: payPageOf(about, charge, amount),
    dueOn: formatDate(dueOn, locale),
    isLate: lateness(on, dueOn, today),
    ...(isOther && {
      replaces: 'earlier',
      before: dollars(told.amount, locale),
      dayBefore: formatDate(told.on, locale),
    }),
  })
}

/** When what the customer counts on is not charged. */
export function skippedEmail(about: About, charge: PlannedCharge, why: SkipReason): NewEmail {
  const values = { ...valuesOf(about, charge), why }
  return charge.scheduleId === null
    ? written(about, 'autopay-skipped', String(charge.id), {
        ...values,
        limit: dollars(charge.most ?? largestPayment, about.profile.locale),
        dueOn: formatDate(charge.dueOn, about.profile.locale),
      })
    : written(about, 'schedule-skipped', String(charge.id), values)
}

/** A bank said no. @param day of one more try, which there is only if AutoPay was not paused or ended meanwhile */
export function declinedEmail(about: About, charge: PlannedCharge, day: CalendarDate | null): NewEmail {
  const template = charge.scheduleId === null ? 'autopay-declined' : 'schedule-declined'
  const again = day === null || charge.agreementState === 'PAUSED' ? '' : formatDate(day, about.profile.locale)
  return written(about, template, `${charge.id}-${charge.tries}`, { ...valuesOf(about, charge), again })
}

/** A bank said no, and there is no more try. */
export function stoppedEmail(about: About, charge: PlannedCharge, why: StopReason): NewEmail {
  const values = valuesOf(about, charge)
  return charge.scheduleId === null
    ? pausedEmail(about, `charge-${charge.id}`, { why }, values)
    : written(about, 'schedule-failed', String(charge.id), { ...values, why })
}

/** When the run cannot charge in time: once for each reason. */
export function lateEmail(about: About, charge: PlannedCharge, why: LateReason): NewEmail {
  const template = charge.scheduleId === null ? 'autopay-late' : 'schedule-late'
  return written(about, template, `${charge.id}-${why}`, { ...valuesOf(about, charge), why })
}

function namesOf({ profile, places }: About, { accountId, card }: PlannedCharge) {
  return { account: accountId, location: places?.get(accountId), card: cardInWords(profile, card) }
}

/** Its amount, where it is known; a scheduled payment is known by its day, too. */
function valuesOf(about: About, charge: PlannedCharge) {
  const { locale } = about.profile
  const amount = charge.asked ?? charge.noticed
  return {
    ...namesOf(about, charge),
    payPage: payPageOf(about, charge, amount),
    ...(amount !== null && { amount: dollars(amount, locale) }),
    ...(charge.scheduleId !== null && { day: formatDate(charge.dueOn, locale) }),
  }
}

/** To the form that pays this very charge, with the customer there for the bank. */
function payPageOf({ publicUrl }: About, { accountId, card }: PlannedCharge, amount: Cents | null): string {
  const search = new URLSearchParams({ account: accountId, card: String(card.id) })
  if (amount !== null) search.set('amount', String(amount))
  return `${publicUrl}${pagePaths.dashboard}?${search.toString()}`
}
