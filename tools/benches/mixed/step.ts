import type { Records } from './records.ts'

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

/** A step holds when 99 of 100 calls of every kind are answered within this time, and none is answered wrongly. */
export const mostMilliseconds = 500

export function holds({ records }: Step): boolean {
  return records.errors() === 0 && records.slowest().milliseconds < mostMilliseconds
}

/** Calls answered a second, until the last visitor had left. */
const answered = ({ records, seconds }: Step): number => (records.calls() - records.errors()) / seconds

/** Who is no part of the product: its visitors, and a partner that has machines of its own. */
const others = ['load', 'gateway']

/** Milliseconds of processor time that one call took the product, including everything behind it. */
export function productMilliseconds({ used, records }: Step): number {
  const spent = [...used].reduce((sum, [who, seconds]) => (others.includes(who) ? sum : sum + seconds), 0)
  return (spent * 1000) / records.calls()
}

/** The step in words, to be printed. */
export function stepLines(step: Step): string[] {
  const { times, offered, records, seconds, used } = step
  const shares = [...used].map(([who, spent]) => `${who} ${(spent / seconds).toFixed(2)}`).join(', ')
  const each = [...used].map(([who, spent]) => `${who} ${((spent * 1000) / records.calls()).toFixed(2)}`).join(', ')
  return [
    `  ${times} × the peak: ${offered} calls/s offered, ${answered(step).toFixed(0)} answered over ${seconds.toFixed(0)} s,` +
      ` ${records.errors()} errors`,
    `  processors kept busy: ${shares}`,
    `  processor time of a call: the product ${productMilliseconds(step).toFixed(2)} ms (${each})`,
    '  p50, p99 and the longest time:',
    ...records.lines(),
  ]
}
