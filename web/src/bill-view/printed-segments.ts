import type { BillView } from '@portal/contract/bill-view'
import { formatDate } from '@portal/contract/dates'
import { cents } from '@portal/contract/money'
import { dollars } from '#account/dollars.ts'
import { centsOf, sumOf } from './amounts.ts'

/** One line of charges. */
export interface ChargeLine {
  /** Tells lines of the same words apart. */
  readonly key: string
  readonly description: string
  readonly amount: string
}

/** The charges of one service for one period. */
export interface PrintedSegment {
  readonly id: string
  readonly title: string
  /** `10/03/2026 – 11/03/2026` */
  readonly period: string
  /** When the charges were put on the account. */
  readonly dateApplied: string
  readonly serviceLocation: string
  /** What is special about it: an estimate, the last one. */
  readonly remarks: readonly string[]
  /** They add up to `total`. */
  readonly lines: readonly ChargeLine[]
  readonly total: string
}

type Charges = BillView['billInfo2']['bseg'][number]

/** The charge lines of each segment of a bill (C§2.7), in the order of the bill. */
export function printedSegments({ billInfo1, billInfo2 }: BillView): PrintedSegment[] {
  return billInfo1.billSegments.map((segment) => {
    const charges = billInfo2.bseg.find((each) => each.segmentId === segment.segmentId)
    return {
      id: segment.segmentId,
      title: titleOf(charges),
      period: `${formatDate(segment.startDate)} – ${formatDate(segment.endDate)}`,
      dateApplied: formatDate(billInfo1.billDate),
      serviceLocation: segment.serviceAddress,
      remarks: [
        ...(segment.isEstimated ? ['Estimated: the meter could not be read.'] : []),
        ...(segment.isClosing ? ['Final charges of this service.'] : []),
      ],
      lines: charges ? linesOf(charges) : [],
      total: dollars(centsOf(charges?.curAmt ?? '0.00')),
    }
  })
}

function titleOf(charges: Charges | undefined): string {
  const names = charges?.billHeader.map(({ bsegDescrOnBill, rate }) =>
    rate ? `${bsegDescrOnBill} (${rate})` : bsegDescrOnBill,
  )
  return names?.join(', ') || 'Charges'
}

/** What is not printed line by line is summed up in one, so that the reader can add up what is there. */
function linesOf({ billHeader, curAmt }: Charges): ChargeLine[] {
  const printed = billHeader.flatMap((header) => header.calcLine.filter((line) => line.print === 'Y'))
  const rest = cents(centsOf(curAmt) - sumOf(printed.map((line) => line.calcAmt)))
  return [
    ...printed.map((line, place) => ({
      key: String(place),
      description: line.lineDescrOnBill,
      amount: dollars(centsOf(line.calcAmt)),
    })),
    ...(rest === 0 ? [] : [{ key: 'rest', description: 'Other charges', amount: dollars(rest) }]),
  ]
}
