import type { BillView } from '@portal/contract/bill-view'
import type { CalendarDate } from '@portal/contract/dates'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

const exact = (value: number) => groupThousands(value, 6)
const dayMilliseconds = 86_400_000

/** The rows of the meter table; estimated readings are marked. */
export function meterRows({ billInfo1, billInfo2 }: BillView): MeterRow[] {
  return billInfo2.bseg.flatMap(({ segmentId, reads }) => {
    const isEstimated = billInfo1.billSegments.some((segment) => segment.segmentId === segmentId && segment.isEstimated)
    return reads.map((read, place) => {
      const days = daysBetween(read.startDate, read.endDate)
      return {
        key: `${segmentId} ${place}`,
        meterNumber: read.badgeNbr,
        readDate: formatDate(read.endDate),
        multiplier: exact(read.gcMultiplier),
        days: String(days),
        current: `${exact(read.endRegRead)}${isEstimated ? ' (estimated)' : ''}`,
        previous: exact(read.startRegRead),
        usage: exact(read.finalRegQty),
        unit: units[read.finalUOM] ?? read.finalUOM,
        dailyAverage: days > 0 ? groupThousands(read.finalRegQty / days, 1) : '–',
      }
    })
  })
}

/** The codes of units that billing systems have for water. */
const units: Readonly<Record<string, string>> = {
  GAL: t('gallons'),
  KGAL: t('1,000 gallons'),
  CCF: t('100 cubic feet'),
  CF: t('cubic feet'),
  CM: t('cubic meters'),
}

function daysBetween(start: CalendarDate, end: CalendarDate): number {
  return (Date.parse(end) - Date.parse(start)) / dayMilliseconds
}

/** A row of the meter table (C§2.7): one register of a meter. */
export interface MeterRow {
  /** A unique key: a compound meter has two registers with the same number. */
  readonly key: string
  readonly meterNumber: string
  readonly readDate: string
  readonly multiplier: string
  readonly days: string
  readonly current: string
  readonly previous: string
  readonly usage: string
  readonly unit: string
  readonly dailyAverage: string
}

/** The columns of the meter table, in order. */
export const meterColumns = [
  { name: 'meterNumber', heading: t('Meter number') },
  { name: 'readDate', heading: t('Read date') },
  { name: 'multiplier', heading: t('Multiplier') },
  { name: 'days', heading: t('Days') },
  { name: 'current', heading: t('Current reading') },
  { name: 'previous', heading: t('Previous reading') },
  { name: 'usage', heading: t('Usage') },
  { name: 'unit', heading: t('Unit') },
  { name: 'dailyAverage', heading: t('Daily average') },
] as const satisfies readonly { name: keyof MeterRow; heading: string }[]
