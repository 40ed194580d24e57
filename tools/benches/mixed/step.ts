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
  /** Processor seconds used in that time, by program. */
  used: ReadonlyMap<string, number>
}

/** A step holds when 99 of 100 calls of every kind are answered within this time, and no call is answered wrongly. */
export const mostMilliseconds = 500

export function holds({ records }: Step): boolean {
  return records.errors() === 0 && records.slowest().milliseconds < mostMilliseconds
}

/** Calls answered per second, until the last visitor had left. */
const answered = ({ records, seconds }: Step): number => (records.calls() - records.errors()) / seconds

/** Not part of the product: the visitors, and a partner that has machines of its own. */
const others = ['load', 'gateway']

/** Milliseconds of processor time per call for the whole product, including everything behind it. */
export function productMilliseconds({ used, records }: Step): number {
  const spent = [...used].reduce((sum, [who, seconds]) => (others.includes(who) ? sum : sum + seconds), 0)
  return (spent * 1000) / records.calls()
}

/** The step in words, for printing. */
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
