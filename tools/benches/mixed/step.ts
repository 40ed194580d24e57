import type { Records } from './records.ts'

/** The result of one step of load. */
export interface Step {
  /** The multiple of the peak. */
  times: number
  /** Calls per second of the visitors who arrived. */
  offered: number
  /** How long it took until the last visitor had left. */
  seconds: number
  records: Records
}

/** A step holds when 99 of 100 calls of every kind are answered within this time, and no call is answered wrongly. */
export const mostMilliseconds = 500

export function holds({ records }: Step): boolean {
  return records.errors() === 0 && records.slowest().milliseconds < mostMilliseconds
}

/** Calls answered per second, until the last visitor had left. */
const answered = ({ records, seconds }: Step): number => (records.calls() - records.errors()) / seconds

/** The step in words, for printing. */
export function stepLines(step: Step): string[] {
  const { times, offered, records, seconds } = step
  return [
    `  ${times} × the peak: ${offered} calls/s offered, ${answered(step).toFixed(0)} answered over ${seconds.toFixed(0)} s,` +
      ` ${records.errors()} errors`,
    '  p50, p99 and the longest time:',
    ...records.lines(),
  ]
}
