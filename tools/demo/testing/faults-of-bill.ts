import type { BillView } from '@portal/contract/bill-view'
import { parseDecimalCents } from '@portal/contract/money'

/** Everything on a bill that does not add up, in words. */
export function faultsOf({ billInfo1: head, billInfo2: { bseg } }: BillView): string[] {
  const parts = [head.beginBalance, head.totalPayments, head.totalAdjustments, head.totalCorrections]
  const charges = head.totalCurrentCharges
  return [
    ...bseg.flatMap((segment) => {
      const lines = segment.billHeader.flatMap((header) => header.calcLine.map((line) => line.calcAmt))
      return sum(lines) === centsOf(segment.curAmt) ? [] : [`${head.billID}: the lines of ${segment.segmentId}`]
    }),
    ...(sum(bseg.map((segment) => segment.curAmt)) === centsOf(charges) ? [] : [`${head.billID}: its segments`]),
    ...(sum([...parts, charges]) === centsOf(head.endingBalance) ? [] : [`${head.billID}: its ending balance`]),
  ]
}

function sum(amounts: readonly string[]): number {
  return amounts.reduce((total, amount) => total + centsOf(amount), 0)
}

/** @throws Error when it is not an amount, such as `-1234.50`. */
export function centsOf(amount: string): number {
  const amountInCents = parseDecimalCents(amount)
  if (amountInCents === null) throw new Error(`Not an amount: ${amount}`)
  return amountInCents
}
