import { defaultLocale } from '@portal/contract/language'
import type { WaterUnit } from '@portal/contract/utility'
import { groupThousands } from '#ui/text/format.ts'
import { plural, spoken, t } from '#ui/text/t.ts'

/** A bar's label and values; a value is null when nothing was measured. */
export interface Bar {
  readonly label: MonthLabel
  readonly value: number | null
  /** Of the same month one year earlier. */
  readonly before: number | null
}

/** Whether anything of the year before is known; where not, nothing speaks of it. */
export function knowsYearBefore(bars: readonly Bar[]): boolean {
  return bars.some(({ before }) => before !== null)
}

/** How a chart formats its values. */
export interface ChartUnit {
  /** A value with its unit, such as `5,400 gallons`. */
  readonly full: (value: number) => string
  /** The value alone, such as `5,400`, above a bar or in a table. */
  readonly plain: (value: number) => string
  /** A round value at the axis, where space is short. */
  readonly axis: (value: number) => string
}

function grouped(value: number): string {
  return groupThousands(value, 3)
}

/** How charts write whole units of water. */
interface WaterChartUnit extends ChartUnit {
  readonly name: string
}

/** By the unit of the profile. */
export const unitsOfWater: Readonly<Record<WaterUnit, WaterChartUnit>> = {
  gallons: water(t('Gallons'), (value) => plural(value, '1 gallon', '{count} gallons')),
  thousandGallons: water(t('Thousand gallons'), (value) =>
    plural(value, '1 thousand gallons', '{count} thousand gallons'),
  ),
  cubicFeet: water(t('Cubic feet'), (value) => plural(value, '1 cubic foot', '{count} cubic feet')),
  hundredCubicFeet: water(t('CCF (100 cubic feet)'), (value) => plural(value, '1 CCF', '{count} CCF')),
  cubicMeters: water(t('Cubic meters'), (value) => plural(value, '1 cubic meter', '{count} cubic meters')),
}

function water(name: string, full: ChartUnit['full']): WaterChartUnit {
  return { name, full, plain: grouped, axis: grouped }
}

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The ways a chart writes a month. */
export interface MonthLabel {
  /** `Nov` */
  readonly short: string
  /** `2026` */
  readonly year: string
  /** `November 2026` */
  readonly full: string
}

/** Turns a month of the chart's call, such as `11/2026`, into words. */
export function monthLabel(month: string): MonthLabel {
  const { locale } = spoken()
  if (locale !== defaultLocale) return writtenMonth(locale, month)
  const [number, year = ''] = month.split('/')
  const name = names[Number(number) - 1] ?? month
  return { short: name.slice(0, 3), year, full: `${name} ${year}` }
}
function writtenMonth(locale: string, month: string): MonthLabel {
  const [number, year] = month.split('/')
  const day = Date.UTC(Number(year), Number(number) - 1)
  const say = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(day)
  return {
    short: say({ month: 'short' }),
    year: say({ year: 'numeric' }),
    full: say({ month: 'long', year: 'numeric' }),
  }
}

/** Whether a month has its year below it: where the year begins, unless the next month begins another. */
export function isYearShown(bars: readonly { readonly label: { readonly year: string } }[], index: number): boolean {
  const [before, year, after] = [index - 1, index, index + 1].map((at) => bars[at]?.label.year)
  return year !== before && (before !== undefined || after === undefined || after === year)
}
