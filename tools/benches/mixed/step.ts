import type { BenchRow } from '../table.ts'
import type { MemoryTrend } from './memory.ts'
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
const mostMilliseconds = 500

function holds({ records }: Step): boolean {
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

const mostGrowth = 1.05

/** A step of load: how long the slowest kind of call took. */
export function stepRow(step: Step): BenchRow {
  const { kind, milliseconds } = step.records.slowest()
  const errors = step.records.errors()
  return {
    name: `${step.times} × the peak, ${step.offered} calls/s: the slowest kind of call`,
    ours: `${milliseconds.toFixed(0)} ms p99 (${kind}), ${errors} errors`,
    yardstick: `${mostMilliseconds} ms`,
    ratio: milliseconds / mostMilliseconds,
    target: { text: 'below 1, no errors', isMet: holds(step) },
  }
}

/** How the memory of one server process changed. */
export function memoryRow({ second, last }: MemoryTrend, nth: number): BenchRow {
  return {
    name: `most memory of server ${nth + 1}, last third ÷ second third`,
    ours: `${last.toFixed(0)} MB`,
    yardstick: `${second.toFixed(0)} MB`,
    ratio: last / second,
    target: { text: `at most ${mostGrowth}`, isMet: last / second <= mostGrowth },
  }
}
