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
  const [number, year = ''] = month.split('/')
  const name = names[Number(number) - 1] ?? month
  return { short: name.slice(0, 3), year, full: `${name} ${year}` }
}
