import type { BenchRow } from '../table.ts'
import type { MemoryTrend } from './memory.ts'
import { type Step, holds, mostMilliseconds } from './step.ts'

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
