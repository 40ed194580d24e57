import { groupThousands } from '@portal/contract/text'
import type { ChartUnit } from './bar-chart.tsx'

const grouped = (value: number) => groupThousands(value, 3)

/** Formats whole gallons of water. */
export const gallons: ChartUnit = {
  full: (value) => `${grouped(value)} ${value === 1 ? 'gallon' : 'gallons'}`,
  plain: grouped,
  axis: grouped,
}
