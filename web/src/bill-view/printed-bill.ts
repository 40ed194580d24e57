import type { BillView } from '@portal/contract/bill-view'
import { type CalendarDate, dateIn, instantOf } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { isTooLittle, smallestPayment, tooLittleTexts } from '@portal/contract/owed'
import { displayName } from '@portal/contract/text'
import type { UtilityProfile, WaterUnit } from '@portal/contract/utility'
import { type MonthLabel, monthLabel } from '#account/usage-chart/chart-labels.ts'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { type MeterRow, meterRows } from './printed-meters.ts'
import { centsOf, type PrintedSegment, printedSegments } from './printed-segments.ts'

/** A term and its formatted value. */
export interface Fact {
  readonly term: string
  readonly value: string
}

/** The formatted content of a bill, for the page and for the PDF file (C§2.7). */
export interface PrintedBill {
  readonly title: string
  /** On paper; null where it is not known. */
  readonly number: string | null
  /** What the bar code holds; null for a number that only the portal knows, or that is no bar code. */
  readonly barCode: string | null
  readonly accountId: string
  readonly utility: {
    readonly name: string
    readonly place: string
    readonly website: string
    readonly contact: readonly string[]
    readonly hours: string
  }
  /** Five digits: with the account number, what Pay Now asks for. */
  readonly zip: string
  /** The lines of the mailing address. */
  readonly mailing: readonly string[]
  readonly facts: readonly Fact[]
  /** The amounts from the previous balance to the current charges, which add up to `totalDue`. */
  readonly summary: readonly Fact[]
  /** Whether the charges are known, of which there may be none. */
  readonly hasCharges: boolean
  readonly totalDue: string
  readonly dueDate: string
  readonly state: BillState
  /** Explains a total that is not to be paid; otherwise empty. */
  readonly totalNote: string
  readonly segments: readonly PrintedSegment[]
  readonly meters: readonly MeterRow[]
  /** Each once, though the billing system may repeat one. */
  readonly messages: readonly string[]
  readonly waterUnit: WaterUnit
  /** Of an extract, where the page says that there is none; not of files, which may have no usage at all. */
  readonly hasUsage: boolean
  /** The water of each period, oldest first. */
  readonly usage: readonly { readonly label: MonthLabel; readonly value: number; readonly before: number | null }[]
}

/** How a bill stands today. */
export interface BillState {
  readonly tone: 'good' | 'waiting' | 'bad'
  /** `Due 12/04/2026` */
  readonly words: string
  /** What can be paid by card, such as `$36.94`; null when nothing can. */
  readonly toPay: string | null
}

/** Formats a bill, as it stands on a day. */
export function printedBill(
  bill: BillView,
  profile: UtilityProfile,
  today = dateIn(profile.timeZone, instantOf(Date.now())),
): PrintedBill {
  const { billInfo1: head } = bill
  const total = centsOf(head.endingBalance)
  return {
    title: t('Water bill'),
    number: head.billNumber,
    barCode: head.billNumber === head.billID ? head.billID : null,
    accountId: head.acctID,
    utility: {
      name: profile.name,
      place: `${profile.city}, ${profile.state}`,
      website: profile.website,
      contact: [...profile.phones.map((phone) => `${phone.label}: ${phone.number}`), profile.customerServiceEmail],
      hours: profile.customerServiceHours,
    },
    zip: head.billRouting.postal.slice(0, 5),
    mailing: mailingOf(bill),
    facts: [
      { term: t('Account number'), value: head.acctID },
      { term: t('Invoice number'), value: head.billNumber ?? '' },
      { term: t('Bill date'), value: formatDate(head.billDate) },
      { term: t('Customer'), value: displayName(head.billRouting.name1) },
      { term: t('Service location'), value: locationOf(bill) },
    ].filter(({ value }) => value !== ''),
    summary: amounts
      .filter(({ part }) => !head.lacks.includes(part))
      .map(({ part, term }) => ({ term, value: money(head[part]) })),
    hasCharges: !head.lacks.includes('charges'),
    totalDue: dollars(total),
    dueDate: formatDate(head.dueDate),
    state: stateOf(bill, today),
    totalNote: noteOn(total),
    segments: printedSegments(bill),
    meters: meterRows(bill),
    messages: [...new Set(head.billMessages.map((message) => message.billMessageDesc))],
    waterUnit: profile.waterUnit,
    hasUsage: bill.billInfo3.length > 0 || head.lacks.length === 0,
    usage: usageOf(bill),
  }
}

const amounts = [
  { part: 'beginBalance', term: t('Previous balance') },
  { part: 'totalPayments', term: t('Payments') },
  { part: 'totalAdjustments', term: t('Adjustments') },
  { part: 'totalCorrections', term: t('Corrections') },
  { part: 'totalCurrentCharges', term: t('Current charges') },
] as const

function money(amount: string): string {
  return dollars(centsOf(amount))
}

function noteOn(total: Cents): string {
  if (total < 0) return t('You have a credit. Do not pay this bill.')
  if (isTooLittle(total)) return t('Payments start at {least}.', { least: dollars(smallestPayment) })
  return total === 0 ? t('Nothing to pay.') : ''
}

function stateOf({ billInfo1: { endingBalance, dueDate }, standing }: BillView, today: CalendarDate): BillState {
  const unpaid = centsOf(standing.unpaid)
  if (unpaid === 0 && standing.isSubmitted) return { tone: 'waiting', words: t('Submitted'), toPay: null }
  if (unpaid === 0) {
    const words = centsOf(endingBalance) > 0 ? t('Paid') : t('Nothing due')
    return { tone: 'good', words, toPay: null }
  }
  if (isTooLittle(unpaid)) {
    return { tone: 'waiting', words: t(tooLittleTexts.left, { amount: dollars(unpaid) }), toPay: null }
  }
  const date = formatDate(dueDate)
  const toPay = standing.takesCards ? dollars(unpaid) : null
  return dueDate < today
    ? { tone: 'bad', words: t('Past due {date}', { date }), toPay }
    : { tone: 'waiting', words: t('Due {date}', { date }), toPay }
}

function mailingOf({ billInfo1: { billRouting: to } }: BillView): string[] {
  const lines = [to.entityInfo, displayName(to.name1), to.address1, to.address2, placeOf(to)]
  return lines.filter((line) => line.trim() !== '')
}

function placeOf({ city, state, postal }: BillView['billInfo1']['billRouting']): string {
  return [city, `${state} ${postal}`.trim()].filter(Boolean).join(', ')
}

/** A bill may cover several locations; the charges of each name their own. */
function locationOf({ billInfo1: { billSegments, lacks } }: BillView): string {
  const places = [...new Set(billSegments.map((segment) => segment.serviceAddress))]
  const [first = lacks.length > 0 ? '' : t('None'), ...more] = places
  return more.length === 0 ? first : t('{first} and {length} more', { first, length: more.length })
}

/** Periods that ended on the same date are one bar. */
function usageOf({ billInfo3 }: BillView): PrintedBill['usage'] {
  const dates = [...new Set(billInfo3.map((period) => period.endReadDate))].toSorted()
  return dates.map((date) => {
    const [year, month] = date.split('-')
    const periods = billInfo3.filter((period) => period.endReadDate === date)
    return {
      label: { ...monthLabel(`${month}/${year}`), full: formatDate(date) },
      value: periods.reduce((sum, period) => sum + period.measuredQuantity, 0),
      // Each of them has what the whole month had.
      before: periods[0]?.quantityYearBefore ?? null,
    }
  })
}
