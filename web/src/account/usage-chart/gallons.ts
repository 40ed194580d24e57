import type { ChartUnit } from './bar-chart.tsx'

const grouped = new Intl.NumberFormat('en-US')

/** Whole gallons of water. */
export const gallons: ChartUnit = {
  full: (value) => `${grouped.format(value)} ${value === 1 ? 'gallon' : 'gallons'}`,
  plain: (value) => grouped.format(value),
  axis: (value) => grouped.format(value),
}
