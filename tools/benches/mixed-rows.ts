import type { BenchRow } from '../run/bench-table.ts'
import { peak } from './mixed-load.ts'
import type { MemoryTrend } from './mixed-memory.ts'
import { type Step, answered, busy, holds, mostMilliseconds } from './mixed-step.ts'

const mostTimes = 10
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

/** What one processor carries, taken from the largest step that holds, and what ten times the peak would need. */
export function perCoreRow(steps: readonly Step[]): BenchRow {
  const held = steps.filter(holds).at(-1)
  const perCore = held ? answered(held) / busy(held) : 0
  const wanted = peak.calls * mostTimes
  return {
    name: `calls/s of one busy processor, at ${held?.times ?? 0} × the peak`,
    ours: `${perCore.toFixed(0)} calls/s`,
    yardstick: `${wanted} calls/s wanted`,
    ratio: perCore / wanted,
  }
}

/** How the memory of one server process went on. */
export function memoryRow({ early, late, earlyHeap, lateHeap }: MemoryTrend, nth: number): BenchRow {
  const ratio = late / early
  return {
    name: `memory of server ${nth + 1}, end ÷ a third of the way`,
    ours: `${late.toFixed(0)} MB, heap ${lateHeap.toFixed(0)}`,
    yardstick: `${early.toFixed(0)} MB, heap ${earlyHeap.toFixed(0)}`,
    ratio,
    target: { text: `at most ${mostGrowth}`, isMet: ratio <= mostGrowth },
  }
}
