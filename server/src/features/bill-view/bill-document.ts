import { arrearsOf, balanceOf } from '@portal/contract/aged-debt'
import type { BillView } from '@portal/contract/bill-view'
import { chartMonths } from '@portal/contract/bills'
import { monthOf, yearBefore } from '@portal/contract/dates'
import { cents, decimalCents } from '@portal/contract/money'
import type { AccountBalance, Bill, BillSegment } from '../../adapters/billing-system/port-bills.ts'

/**
 * A bill under the specification's names (C§3 bill detail).
 * @param account what its account owes now; without one the bill stands as paid
 * @param isSubmitted whether a bank has still to confirm a payment
 */
export function billViewOf(
  bill: Bill,
  account?: AccountBalance,
  { isSubmitted = false, hasImage = false } = {},
): BillView {
  return {
    standing: { ...standingOf(bill, account), isSubmitted },
    hasImage,
    billInfo1: {
      acctID: bill.accountId,
      billID: bill.billId,
      billDate: bill.billDate,
      dueDate: bill.dueDate,
      beginBalance: decimalCents(bill.begin),
      totalPayments: decimalCents(bill.payments),
      totalAdjustments: decimalCents(bill.adjustments),
      totalCorrections: decimalCents(bill.corrections),
      totalCurrentCharges: decimalCents(bill.currentCharges),
      endingBalance: decimalCents(bill.ending),
      billRouting: routingOf(bill),
      billSegments: bill.segments.map(({ segmentId, serviceAddress, startDate, endDate, isEstimated, isClosing }) => ({
        segmentId,
        serviceAddress,
        startDate,
        endDate,
        isEstimated,
        isClosing,
      })),
      billMessages: bill.messages.map((message) => ({ billMessageDesc: message })),
      lacks: [...bill.lacks],
      billNumber: bill.number,
    },
    billInfo2: { bseg: bill.segments.map(segmentOf) },
    billInfo3: usageOf(bill),
  }
}

/** Payments pay the oldest first: of a bill that is not the newest, no more than the arrears can be unpaid. */
function standingOf(bill: Bill, account: AccountBalance | undefined): Omit<BillView['standing'], 'isSubmitted'> {
  if (!account) return { unpaid: decimalCents(cents(0)), takesCards: false }
  const { debt, latestBill, isCashOnly } = account
  const owed = latestBill?.billId === bill.billId ? balanceOf(debt) : arrearsOf(debt)
  return { unpaid: decimalCents(cents(Math.max(0, Math.min(bill.ending, owed)))), takesCards: !isCashOnly }
}

function usageOf({ usage }: Bill): BillView['billInfo3'] {
  const byMonth = Map.groupBy(usage, ({ readDate }) => monthOf(readDate))
  return usage.slice(-chartMonths).map(({ readDate, gallons }) => ({
    endReadDate: readDate,
    measuredQuantity: gallons,
    quantityYearBefore:
      byMonth.get(yearBefore(monthOf(readDate)))?.reduce((sum, each) => sum + each.gallons, 0) ?? null,
  }))
}

function routingOf({ routing }: Bill): BillView['billInfo1']['billRouting'] {
  const { name1, entityInfo, address1, address2, city, state, postal } = routing
  return { name1, entityInfo: entityInfo ?? '', address1, address2: address2 ?? '', city, state, postal }
}

function segmentOf(segment: BillSegment): BillView['billInfo2']['bseg'][number] {
  return {
    segmentId: segment.segmentId,
    billHeader: segment.charges.map((charge) => ({
      bsegDescrOnBill: charge.description,
      rate: charge.rate,
      calcLine: charge.lines.map((line) => ({
        lineDescrOnBill: line.description,
        calcAmt: decimalCents(line.cents),
        print: line.print ? 'Y' : 'N',
      })),
    })),
    payoffAmt: decimalCents(segment.payoff),
    curAmt: decimalCents(segment.current),
    reads: segment.reads.map((read) => ({
      badgeNbr: read.badge,
      gcMultiplier: read.multiplier,
      startDate: read.startDate,
      endDate: read.endDate,
      startRegRead: read.startReading,
      endRegRead: read.endReading,
      finalRegQty: read.quantity,
      finalUOM: read.unit,
    })),
  }
}
