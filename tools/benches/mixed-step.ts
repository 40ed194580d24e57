import type { Records } from './mixed-records.ts'

/** What one step of load came to. */
export interface Step {
  /** How many times the peak. */
  times: number
  /** Calls a second of the visitors who came. */
  offered: number
  /** Until the last visitor had left. */
  seconds: number
  records: Records
  /** Processor seconds used meanwhile, by whom. */
  used: ReadonlyMap<string, number>
}

/** A step holds when every kind of call is answered within this in 99 of 100 cases, and none is answered wrongly. */
export const mostMilliseconds = 500

export function holds({ records }: Step): boolean {
  return records.errors() === 0 && records.slowest().milliseconds < mostMilliseconds
}

/** Calls answered a second, until the last visitor had left. */
export const answered = ({ records, seconds }: Step): number => (records.calls() - records.errors()) / seconds

/** Processors kept busy by all but those who visit. */
export function busy({ used, seconds }: Step): number {
  return [...used].reduce((sum, [who, spent]) => (who === 'load' ? sum : sum + spent), 0) / seconds
}

/** The step in words, to be printed. */
export function stepLines(step: Step): string[] {
  const { times, offered, records, seconds, used } = step
  const shares = [...used].map(([who, spent]) => `${who} ${(spent / seconds).toFixed(2)}`).join(', ')
  return [
    `  ${times} × the peak: ${offered} calls/s offered, ${answered(step).toFixed(0)} answered over ${seconds.toFixed(0)} s,` +
      ` ${records.errors()} errors; processors: ${shares}; p50, p99, most:`,
    ...records.lines(),
  ]
}
