import { extractLine } from '@portal/server/features/billing-exchange/format/lines.ts'
import type { DemoAccount } from './accounts.ts'
import type { DemoBill, DemoSegment } from './history.ts'
import { placeFields } from './lines-of-account.ts'
import { gallonsPerUnit } from './usage.ts'

/** A bill with everything below it, from its first line to its end. */
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
