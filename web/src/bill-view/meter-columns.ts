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
  { name: 'meterNumber', heading: 'Meter number' },
  { name: 'readDate', heading: 'Read date' },
  { name: 'multiplier', heading: 'Multiplier' },
  { name: 'days', heading: 'Days' },
  { name: 'current', heading: 'Current reading' },
  { name: 'previous', heading: 'Previous reading' },
  { name: 'usage', heading: 'Usage' },
  { name: 'unit', heading: 'Unit' },
  { name: 'dailyAverage', heading: 'Daily average' },
] as const satisfies readonly { name: keyof MeterRow; heading: string }[]
