import type { BillView } from '@portal/contract/bill-view'
import { formatDate } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { displayName } from '@portal/contract/text'
import type { UtilityProfile } from '@portal/contract/utility'
import { dollars } from '#account/dollars.ts'
import { type MonthLabel, monthLabel } from '#account/usage-chart/months.ts'
import { centsOf } from './amounts.ts'
import type { MeterRow } from './meter-columns.ts'
import { meterRows } from './meter-rows.ts'
import { type PrintedSegment, printedSegments } from './printed-segments.ts'

/** A name and its value, ready to be read. */
export interface Fact {
  readonly term: string
  readonly value: string
}

/** What a bill says, on the page and in the PDF file alike (C§2.7). */
export interface PrintedBill {
  readonly title: string
  readonly billId: string
  readonly accountId: string
  readonly utility: {
    readonly name: string
    readonly place: string
    readonly website: string
    readonly contact: readonly string[]
    readonly hours: string
  }
  /** Name and address, line by line. */
  readonly mailing: readonly string[]
  readonly facts: readonly Fact[]
  /** From the previous balance to the current charges: they add up to `totalDue`. */
  readonly summary: readonly Fact[]
  readonly totalDue: string
  readonly dueDate: string
  /** What a total of nothing, or a credit, means; otherwise empty. */
  readonly totalNote: string
  readonly segments: readonly PrintedSegment[]
  readonly meters: readonly MeterRow[]
  readonly messages: readonly string[]
  /** Gallons of each period, the oldest first. */
  readonly usage: readonly { readonly label: MonthLabel; readonly value: number }[]
}

/** Puts a bill into words. */
export function printedBill(bill: BillView, profile: UtilityProfile): PrintedBill {
  const { billInfo1: head } = bill
  const total = centsOf(head.endingBalance)
  return {
    title: 'Water bill',
    billId: head.billID,
    accountId: head.acctID,
    utility: {
      name: profile.name,
      place: `${profile.city}, ${profile.state}`,
      website: profile.website,
      contact: [...profile.phones.map((phone) => `${phone.label}: ${phone.number}`), profile.customerServiceEmail],
      hours: profile.customerServiceHours,
    },
    mailing: mailingOf(bill),
    facts: [
      { term: 'Account number', value: head.acctID },
      { term: 'Invoice number', value: head.billID },
      { term: 'Bill date', value: formatDate(head.billDate) },
      { term: 'Customer', value: displayName(head.billRouting.name1) },
      { term: 'Service location', value: locationOf(bill) },
    ],
    summary: [
      { term: 'Previous balance', value: money(head.beginBalance) },
      { term: 'Payments', value: money(head.totalPayments) },
      { term: 'Adjustments', value: money(head.totalAdjustments) },
      { term: 'Corrections', value: money(head.totalCorrections) },
      { term: 'Current charges', value: money(head.totalCurrentCharges) },
    ],
    totalDue: dollars(total),
    dueDate: formatDate(head.dueDate),
    totalNote: noteOn(total),
    segments: printedSegments(bill),
    meters: meterRows(bill),
    messages: head.billMessages.map((message) => message.billMessageDesc),
    usage: usageOf(bill),
  }
}

function money(amount: string): string {
  return dollars(centsOf(amount))
}

function noteOn(total: Cents): string {
  if (total < 0) return 'You have a credit. Please do not pay this bill.'
  return total === 0 ? 'There is nothing to pay.' : ''
}

function mailingOf({ billInfo1: { billRouting: to } }: BillView): string[] {
  const lines = [to.entityInfo, displayName(to.name1), to.address1, to.address2, `${to.city}, ${to.state} ${to.postal}`]
  return lines.filter((line) => line.trim() !== '')
}

/** One bill may cover several places; each part of the charges names its own. */
function locationOf({ billInfo1: { billSegments } }: BillView): string {
  const places = [...new Set(billSegments.map((segment) => segment.serviceAddress))]
  const [first = 'None', ...more] = places
  return more.length === 0 ? first : `${first}, and ${more.length} more`
}

/** Periods that ended with the same reading are one bar. */
function usageOf({ billInfo3 }: BillView): PrintedBill['usage'] {
  const dates = [...new Set(billInfo3.map((period) => period.endReadDate))].toSorted()
  return dates.map((date) => {
    const [year, month] = date.split('-')
    const periods = billInfo3.filter((period) => period.endReadDate === date)
    return {
      label: { ...monthLabel(`${month}/${year}`), full: formatDate(date) },
      value: periods.reduce((sum, period) => sum + period.measuredQuantity, 0),
    }
  })
}
