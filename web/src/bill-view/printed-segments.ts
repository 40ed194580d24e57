import type { BillView } from '@portal/contract/bill-view'
import { cents, type Cents, noCents, parseDecimalCents, sumCents } from '@portal/contract/money'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

interface ChargeLine {
  /** A unique key: several lines may have the same description. */
  readonly key: string
  readonly description: string
  /** What it was computed from, such as `1,270 gallons at $5.23 per 1,000`, or empty. */
  readonly detail: string
  readonly amount: string
}

/** The charges of one service for one period. */
export interface PrintedSegment {
  readonly id: string
  readonly title: string
  /** `10/03/2026 – 11/03/2026`, empty where it is not known; so is the location. */
  readonly period: string
  /** When the charges were added to the account. */
  readonly dateApplied: string
  readonly serviceLocation: string
  /** Remarks, such as that the meter was estimated or that this is the final bill. */
  readonly remarks: readonly string[]
  /** The lines, which add up to `total`. */
  readonly lines: readonly ChargeLine[]
  readonly total: string
}

type Charges = BillView['billInfo2']['bseg'][number]

/** The charges of each segment of a bill (C§2.7), in the order of the bill. */
export function printedSegments({ billInfo1, billInfo2 }: BillView): PrintedSegment[] {
  return billInfo1.billSegments.map((segment) => {
    const charges = billInfo2.bseg.find((each) => each.segmentId === segment.segmentId)
    return {
      id: segment.segmentId,
      title: titleOf(charges),
      period:
        segment.startDate && segment.endDate ? `${formatDate(segment.startDate)} – ${formatDate(segment.endDate)}` : '',
      dateApplied: formatDate(billInfo1.billDate),
      serviceLocation: segment.serviceAddress,
      remarks: [
        ...(segment.isEstimated ? [t('Estimated. We couldn’t read the meter.')] : []),
        ...(segment.isClosing ? [t('Final charges for this service.')] : []),
      ],
      lines: charges ? linesOf(charges) : [],
      total: dollars(centsOf(charges?.curAmt ?? '0.00')),
    }
  })
}

function titleOf(charges: Charges | undefined): string {
  const names = charges?.billHeader.map(({ bsegDescrOnBill }) => bsegDescrOnBill)
  return names?.join(', ') || t('Charges')
}

/**
 * Lines of nothing are left out. Charges that are not printed are summed up in one line, so that the printed lines add
 * up to the total.
 */
function linesOf({ billHeader, curAmt }: Charges): ChargeLine[] {
  const printed = billHeader.flatMap((header) =>
    header.calcLine.filter((line) => line.print === 'Y' && centsOf(line.calcAmt) !== 0),
  )
  const rest = cents(centsOf(curAmt) - sumOf(printed.map((line) => line.calcAmt)))
  return [
    ...printed.map((line, place) => ({
      key: String(place),
      ...wordsOf(line.lineDescrOnBill),
      amount: dollars(centsOf(line.calcAmt)),
    })),
    ...(rest === 0 ? [] : [{ key: 'rest', description: t('Other charges'), detail: '', amount: dollars(rest) }]),
  ]
}

/** A billing system describes a line as `what: how it was computed`. */
function wordsOf(line: string): Pick<ChargeLine, 'description' | 'detail'> {
  const [description = '', ...rest] = line.split(': ')
  return { description, detail: rest.join(': ') }
}

/** Parses an amount of the contract. `send` has already checked it, so the fallback is never used. */
export function centsOf(amount: string): Cents {
  return parseDecimalCents(amount) ?? noCents
}

/** Adds up amounts of the contract. */
function sumOf(amounts: readonly string[]): Cents {
  return sumCents(amounts.map(centsOf))
}
