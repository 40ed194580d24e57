import type { PauseReason } from '@portal/contract/autopay'
import {
  type AutopayReason,
  type LateReason,
  type SkipReason,
  type StopReason,
  reasonInWords,
} from '@portal/contract/autopay-reasons'
import { type CalendarDate, daysAfter, formatDate } from '@portal/contract/dates'
import { type Cents, dollars, sumCents } from '@portal/contract/money'
import { largestPayment } from '@portal/contract/owed'
import { pagePaths } from '@portal/contract/paths'
import { endsBefore } from '@portal/contract/saved-cards'
import type { Deps } from '../../deps.ts'
import {
  type FieldValues,
  accountAt,
  accountsTable,
  cardInWords,
  customerEmail,
  eachOnItsOwn,
  type NewEmail,
  keyOfEmail,
  writeEmail,
} from '../../wording/customer-email.ts'
import type { Blocks } from '../../wording/message-file.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import { lateness } from './rules.ts'
import type { PaymentSchedule } from './schedule-records.ts'

/** Whom an email is to, and about which utility. */
export interface About {
  profile: Deps['profile']
  publicUrl: string
  recipient: string
  /** The service location of each account that a charge is of. */
  places?: ReadonlyMap<string, string>
}

type Template = `autopay-${'agreed' | 'changed' | 'words' | 'reminder' | 'resumed' | 'ended' | 'paused' | OfCharge}`
type OfCharge = 'notice' | 'skipped' | 'declined' | 'late'
type ScheduleTemplate =
  `schedule-${'set' | 'changed' | 'canceled' | 'reminder' | 'failed' | Exclude<OfCharge, 'notice'>}`

function written<Name extends Template | ScheduleTemplate>(
  { profile, publicUrl, recipient }: About,
  template: Name,
  key: string,
  values: FieldValues<Name>,
  blocks: Blocks = {},
): NewEmail {
  const all = { ...values, accountPage: `${publicUrl}${pagePaths.dashboard}` }
  return customerEmail(profile, { template, dedupeKey: keyOfEmail(template, key), recipient }, all, blocks)
}

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

/** AutoPay stands still until the customer acts. @param isCharging whether a charge has begun whose outcome is to come */
export function pausedEmail(
  about: About,
  key: string,
  { why, isCharging = false }: { why: PauseReason; isCharging?: boolean },
  { account, location, amount, card, payPage }: FieldValues<'autopay-paused'>,
): NewEmail {
  const cases = { why, isCharging: isCharging ? 'charging' : '' }
  return written(about, 'autopay-paused', key, { account, location, amount, card, payPage, ...cases })
}

/** @param isCharging whether a charge has begun whose outcome is to come */
export function endedEmail(about: About, id: number, account: string, isCharging: boolean): NewEmail {
  return written(about, 'autopay-ended', String(id), { account, isCharging: isCharging ? 'charging' : '' })
}

/** @param agreed the words in full, and whether the card expires before the next charge; none where it is on again */
export function agreementEmail(
  about: About,
  what: 'agreed' | 'changed' | 'words' | 'reminder' | 'resumed',
  key: string,
  account: string,
  agreed?: { text: string; cardEnds?: boolean },
): NewEmail {
  const terms = agreed?.text.split(/\n{2,}/).map((text) => ({ kind: 'paragraph', text }) as const)
  return written(
    about,
    `autopay-${what}`,
    key,
    { account, cardEnds: agreed?.cardEnds ? 'before' : '' },
    terms && { terms },
  )
}

type Scheduled = Pick<PaymentSchedule, 'id' | 'changes' | 'payOn' | 'brand' | 'lastFour' | 'expires' | 'items'>

/** Right away: it is also the notice of amount and day. */
export function setEmail(about: About, schedule: Scheduled): NewEmail {
  const template = schedule.changes === 0 ? 'schedule-set' : 'schedule-changed'
  return scheduleEmail(about, template, `${schedule.id}-${schedule.changes}`, schedule)
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
  template: Exclude<ScheduleTemplate, 'schedule-failed' | `schedule-${OfCharge}`>,
  key: string,
  { items, payOn, ...card }: Scheduled,
): NewEmail {
  const { profile } = about
  const values = {
    day: formatDate(payOn, profile.locale),
    dayBefore: formatDate(daysAfter(payOn, -1), profile.locale),
    card: cardInWords(profile, card),
    cardEnds: template === 'schedule-canceled' ? '' : cardEndsCase(card, payOn),
    amount: dollars(sumCents(items.map(({ amount }) => amount)), profile.locale),
  }
  const [only, ...more] = items
  if (only && more.length === 0) {
    const { accountId: account } = only
    return written(about, template, key, { ...values, number: 'one', account, location: about.places?.get(account) })
  }
  const rows = items.map(({ accountId, amount }) => [
    accountAt(accountId, about.places?.get(accountId)),
    dollars(amount, profile.locale),
  ])
  const accounts = accountsTable(profile, eachOnItsOwn, rows)
  return written(about, template, key, { ...values, number: 'several' }, { accounts })
}

/** For finance: what stays unpaid. */
export function financeEmail(
  profile: Deps['profile'],
  key: string,
  account: string,
  reason: AutopayReason,
  isScheduled = false,
): NewEmail {
  const template = isScheduled ? 'schedule-stopped' : 'autopay-stopped'
  const { text: subject, stays } = financeTexts[template]
  const title = { text: subject, values: { account } }
  return writeEmail(profile, {
    template,
    dedupeKey: keyOfEmail(template, key),
    recipient: profile.financeEmail,
    subject: title,
    heading: title,
    parts: [
      { kind: 'paragraph', text: stays.text },
      {
        kind: 'details',
        rows: [
          ['Account', account],
          ['Reason', { text: reasonInWords(reason).name }],
        ],
      },
    ],
  })
}

const financeTexts = {
  'autopay-stopped': {
    text: 'AutoPay stopped for account {account}',
    stays: { text: 'AutoPay does not pay for this account now. The bill may stay unpaid.' },
  },
  'schedule-stopped': {
    text: 'A scheduled payment failed for account {account}',
    stays: { text: 'A payment that the customer scheduled was not made. The bill may stay unpaid.' },
  },
} as const

function cardEndsCase({ expires }: { expires: string }, day: CalendarDate): '' | 'before' {
  return endsBefore(expires, day) ? 'before' : ''
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
