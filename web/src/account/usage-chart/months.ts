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

/** A month as a chart writes it. */
export interface MonthLabel {
  /** `Nov` */
  readonly short: string
  /** `2026` */
  readonly year: string
  /** `November 2026` */
  readonly full: string
}

/** `11/2026`, as the chart's call has it, in words. */
export function monthLabel(month: string): MonthLabel {
  const [number, year = ''] = month.split('/')
  const name = names[Number(number) - 1] ?? month
  return { short: name.slice(0, 3), year, full: `${name} ${year}` }
}
