import type { CalendarDate } from '@portal/contract/dates'
import { extractLine } from '@portal/server/features/billing-exchange/format/lines.ts'
import type { DemoAccount, DemoUtility } from './accounts.ts'
import { dateOf, daysBetween, monthOf } from './calendar.ts'
import { chanceOf } from './chance.ts'
import type { DemoBill, DemoHistory, DemoSegment, DemoTransaction } from './history.ts'
import { personKey } from './keys.ts'
import type { DemoAddress, DemoPerson } from './people.ts'
import { gallonsPerUnit } from './usage.ts'

export function personLines({ seed, asOf, answers }: DemoUtility, before: DemoPerson): string[] {
  const chance = chanceOf(seed)
  const key = personKey(seed, before.number)
  const answer = answers?.get(key)
  const person = answer?.changed(before) ?? before
  const kind = person.kind === 'home' ? 'P' : 'B'
  const lines = [
    extractLine('0020', [key, kind, person.fullName, person.emailAddress, ...placeFields(person.address)]),
    ...person.phones.map((phone) => extractLine('0022', [key, phone.sequence, phone.type, phone.number, null])),
  ]
  if (person.emailAddress && chance.happens('changed email', 0.1, person.number)) {
    const changed = dateOf(monthOf(asOf) - chance.whole('months since', person.number, [2, 40]), 9)
    lines.push(extractLine('0024', [key, 'CMOLDEML', changed, null, `before${person.number}@example.com`]))
  }
  if (chance.happens('had a username', 0.05, person.number))
    lines.push(extractLine('0024', [key, 'CMOLDUSR', '2019-07-01', null, `water${person.number}`]))
  if (answer) lines.push(extractLine('0024', [key, 'CMWEBCHG', asOf, null, answer.lastChange]))
  return lines
}

export function accountLines(
  { seed, division, asOf, answers }: DemoUtility,
  account: DemoAccount,
  history: DemoHistory,
): string[] {
  const { keys, billAddress } = account
  const person = personKey(seed, account.person.number)
  const usual = billAddress.source === null || billAddress.source === 'N/A' ? 'EMAIL' : 'POSTAL'
  const balance = history.balances[0] + history.balances[1]
  const override = billAddress.source === 'ACOV' ? billAddress : null
  const overridden = override ? placeFields(override.address) : [null, null, null, null, null, null]
  const setUp = [account.customerClass, account.billCycle, account.setupDate, keys.premiseId, account.isCashOnly]
  const roles = ['MAIN', true, true, true, billAddress.source]
  return [
    extractLine('0040', [keys.premiseId, account.premiseType, ...placeFields(account.premise)]),
    extractLine('0030', [keys.accountId, division, ...setUp, balance, balance, ...agesOf(history, balance, asOf)]),
    extractLine('0032', [
      keys.accountId,
      person,
      ...roles,
      override?.name ?? null,
      ...overridden,
      answers?.get(person)?.routes.get(keys.accountId) ?? usual,
    ]),
    ...agreementLines(account, history),
  ]
}

/** Some homes are rented. Their owner has no access on the web, but belongs to the account, too. */
export function ownerLines(seed: number, account: DemoAccount, owner: DemoPerson): string[] {
  const isRented = chanceOf(seed).happens('rented', 0.05, account.number)
  if (!isRented || account.person.kind !== 'home' || owner.number === account.person.number) return []
  const roles = ['OWNER', false, false, false, 'PER', null]
  const keys = [account.keys.accountId, personKey(seed, owner.number)]
  return [extractLine('0032', [...keys, ...roles, null, null, null, null, null, null, 'POSTAL'])]
}

function agreementLines(account: DemoAccount, history: DemoHistory): string[] {
  const { keys } = account
  const isResidential = account.customerClass === 'RESID'
  const types = isResidential ? ['W-RES', 'S-RES'] : ['W-NONRES', 'S-NONRES']
  const endDate = account.isClosed ? dateOf(account.lastMonth, account.billDay, -2) : null
  return (account.hasSewer ? ([0, 1] as const) : ([0] as const)).map((service) => {
    const balance = history.balances[service]
    const closed = balance === 0 ? '60' : '40'
    const status = account.isClosed ? closed : '20'
    const names = [keys.agreementIds[service], keys.accountId, keys.premiseId, types[service] ?? '', status]
    return extractLine('0050', [...names, account.setupDate, endDate, balance, balance])
  })
}

/** Payments went to the oldest debt first, so what remains is the newest. */
function agesOf(history: DemoHistory, balance: number, asOf: CalendarDate): [number, ...number[]] {
  const ages: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  let left = balance
  for (const [at, bill] of history.bills.toReversed().entries()) {
    const debt = Math.max(0, bill.currentCharges + bill.adjustments + bill.corrections)
    const unpaid = Math.min(Math.max(0, left), debt)
    ages[at === 0 ? 0 : bucketOf(daysBetween(bill.dueDate, asOf))] += unpaid
    left -= unpaid
  }
  ages[left < 0 ? 0 : 4] += left
  return ages
}

function bucketOf(daysOverdue: number): 1 | 2 | 3 | 4 {
  if (daysOverdue <= 30) return 1
  if (daysOverdue <= 60) return 2
  return daysOverdue <= 90 ? 3 : 4
}

export function transactionLines(account: DemoAccount, history: DemoHistory): string[] {
  const perMonth = new Map<number, number>()
  return history.transactions.map((transaction) => {
    const month = transaction.billMonth ?? account.lastMonth + 1
    const nth = perMonth.get(month) ?? 0
    perMonth.set(month, nth + 1)
    return transactionLine(account, transaction, account.keys.transactionId(month, nth))
  })
}

function transactionLine({ keys }: DemoAccount, transaction: DemoTransaction, transactionId: string): string {
  const { billMonth, ofMonth, cents, date, receipt = null } = transaction
  const parent = transaction.type === 'PS' || transaction.type === 'PX' ? keys.paymentId(ofMonth) : keys.billId(ofMonth)
  const names = [transactionId, keys.accountId, keys.agreementIds[transaction.service]]
  const standsOn = billMonth === null ? null : keys.billId(billMonth)
  return extractLine('7000', [...names, standsOn, parent, transaction.type, cents, cents, date, date, receipt])
}

function placeFields(place: DemoAddress): (string | null)[] {
  return [place.address1, place.address2, place.city, 'GU', place.postal, 'USA']
}

export function billLines(account: DemoAccount, bill: DemoBill): string[] {
  const billId = account.keys.billId(bill.month)
  const keys = [billId, account.keys.accountId, bill.billDate, bill.dueDate]
  const sums = [bill.begin, bill.payments, bill.adjustments, bill.corrections, bill.currentCharges, bill.ending]
  const lines = [
    extractLine('0100', [...keys, ...sums, bill.readDate, bill.gallons]),
    routingLine(account),
    ...bill.segments.flatMap((segment, nth) => segmentLines(account, bill, segment, nth)),
    ...bill.messages.map((message) => extractLine('3900', [message])),
  ]
  return [...lines, extractLine('9999', [billId, lines.length + 1])]
}

function routingLine({ billAddress, person, premise }: DemoAccount): string {
  switch (billAddress.source) {
    case 'PER':
    case 'N/A':
    case null:
      return extractLine('0120', [person.fullName, null, ...placeFields(person.address)])
    case 'PREM':
      return extractLine('0120', [person.fullName, null, ...placeFields(premise)])
    case 'ACOV':
      return extractLine('0120', [person.fullName, billAddress.name, ...placeFields(billAddress.address)])
  }
}

function segmentLines(account: DemoAccount, bill: DemoBill, segment: DemoSegment, nth: number): string[] {
  const { premise, keys } = account
  const { charge, service, usage, startDate, endDate } = segment
  const address = `${premise.address1}, ${premise.city}, GU, ${premise.postal}`
  const names = [keys.segmentId(bill.month, nth), keys.agreementIds[service], address]
  const lines = [
    extractLine('1300', [...names, startDate, endDate, usage.isEstimated, segment.isClosing]),
    extractLine('1500', [charge.description, charge.rate, charge.cents]),
    ...charge.lines.map((line) => extractLine('1700', [line.description, line.cents, line.print])),
  ]
  if (service === 0) {
    const { startReading, endReading, gallons } = usage
    const readings = [startReading, endReading, gallons, 'GAL']
    lines.push(extractLine('2100', [account.badge, gallonsPerUnit, startDate, endDate, ...readings]))
  }
  return lines
}
