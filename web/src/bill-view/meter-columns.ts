/** One register of a meter: what the meter table shows (C§2.7). */
export interface MeterRow {
  /** Tells the registers of a bill apart: a compound meter has two under one number. */
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

/** The heads of the meter table, in its order. */
export const meterColumns = {
  meterNumber: 'Meter number',
  readDate: 'Read date',
  multiplier: 'Multiplier',
  days: 'Days',
  current: 'Current reading',
  previous: 'Previous reading',
  usage: 'Usage',
  unit: 'Unit',
  dailyAverage: 'Daily average',
} as const satisfies Record<Exclude<keyof MeterRow, 'key'>, string>

/** The columns by name. */
export const meterColumnNames = [
  'meterNumber',
  'readDate',
  'multiplier',
  'days',
  'current',
  'previous',
  'usage',
  'unit',
  'dailyAverage',
] as const satisfies readonly (keyof MeterRow)[]
