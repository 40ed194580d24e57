import type { PaidWith } from '@portal/contract/bank-accounts'
import { type CalendarDate, Instant, dateIn, daysAfter, later, timeIn } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { BankAccounts } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import type { DayRule } from '../../database/tables/autopay.ts'
import type { Deps } from '../../deps.ts'
import type { Engine } from '../engine.ts'
import type { PlannedMethod, PlannedCharge } from './charge.ts'
import { dayOf, daysOfNotice, daysOfScheduleNotice, placeInDay } from './rules.ts'

/** To know the day, and what is recorded. */
export type Days = Pick<Engine, 'db' | 'clock' | 'profile'>

/** Of the utility, not of the server. */
export function today(engine: Days): CalendarDate {
  return dateIn(engine.profile.timeZone, engine.clock.now())
}

/** When charges and notices of that day may leave. */
export function openingOf(engine: Engine, day: CalendarDate): RawBuilder<Instant> {
  const { timeZone, autoPay } = engine.profile
  return sql`((${day}::date + make_interval(hours => ${autoPay.hours.from}::integer)) at time zone ${timeZone}::text)`
}

export function placeInDayNow(engine: Engine): ReturnType<typeof placeInDay> {
  const { timeZone, autoPay } = engine.profile
  return placeInDay(timeIn(timeZone, engine.clock.now()), autoPay.hours)
}

interface Paying {
  profile: Deps['profile']
  bankAccounts: BankAccounts | undefined
}

/**
 * On which day a bill is paid: by the rule of its agreement, or earlier, so that the bank of a bank account has answered by the
 * due date where nothing is credited before.
 */
export function chargeDayOf(
  { profile, bankAccounts }: Paying,
  { bankAccount, ...rule }: Pick<PaidWith, 'bankAccount'> & { rule: DayRule; number: number },
  dueOn: CalendarDate,
): CalendarDate {
  const day = dayOf(rule, dueOn)
  if (bankAccount === null || !bankAccounts || profile.bankPayments?.credit !== 'settlement') return day
  const last = lastDebitDay(profile, bankAccounts, dueOn)
  return day < last ? day : last
}

function lastDebitDay(profile: Paying['profile'], bankAccounts: BankAccounts, dueOn: CalendarDate): CalendarDate {
  let day = dueOn
  while (answeredOn(profile, bankAccounts, day) > dueOn) day = daysAfter(day, -1)
  return day
}

/**
 * When the bank of a debit of that day has answered, even of one that leaves at the end of the day: then it may be the next day
 * at the banks already.
 */
export function answeredOn(
  { timeZone, autoPay }: Paying['profile'],
  { answersBy }: BankAccounts,
  day: CalendarDate,
): CalendarDate {
  return dateIn(timeZone, answersBy(instantAt(timeZone, day, autoPay.hours.until)))
}

function instantAt(timeZone: string, day: CalendarDate, hour: number): Instant {
  const noon = Instant.parse(`${day}T12:00:00.000Z`)
  const there = timeIn(timeZone, noon)
  const ahead = there.date === day ? Number(there.hour) - 12 : Number(there.hour) + (there.date > day ? 12 : -36)
  return later(noon, (hour - 12 - ahead) * 3_600_000)
}

/** Milliseconds after which to see whether the email of a notice has left. */
export const noticeWait = 30_000

type Noticed = Pick<PlannedCharge, 'of' | 'noticeKey' | 'tries' | 'chargeOn' | 'dueOn'> & {
  card: Pick<PlannedMethod, 'funding'>
}

/** Days between the notice and the charge. */
export function leadOf(
  { profile }: Days,
  { of, noticeKey, card: { funding }, ...charge }: Noticed,
  amount: Cents,
): number {
  const { noticeDays } = profile.autoPay
  if (of.kind === 'schedule') return daysOfScheduleNotice({ ...charge, funding }, noticeKey !== null, noticeDays)
  return daysOfNotice({ funding, amount, range: of.range }, noticeDays)
}
