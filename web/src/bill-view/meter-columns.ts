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

/** The column headings of the meter table, in order. */
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

/** The names of the columns, in order. */
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
