import type { BenchRow } from '../table.ts'
import { peak } from './load.ts'
import type { MemoryTrend } from './memory.ts'
import { type Step, holds, mostMilliseconds, productMilliseconds } from './step.ts'

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

/**
 * How much of the product one processor carries, at the largest step that holds, and how many processors ten times the
 * peak would need. Visitors and the card gateway do not count, because they run elsewhere.
 */
export function perCoreRow(steps: readonly Step[]): BenchRow {
  const held = steps.findLast(holds) ?? steps[0]
  const perCore = held ? 1000 / productMilliseconds(held) : 0
  const wanted = peak.calls * mostTimes
  return {
    name: `calls/s of one busy processor, at ${held?.times ?? 0} × the peak`,
    ours: `${perCore.toFixed(0)} calls/s`,
    yardstick: `${wanted} calls/s want ${(wanted / perCore).toFixed(1)} processors`,
    ratio: perCore / wanted,
  }
}

/** How the memory of one server process changed: its heap in use, and its own memory. */
export function memoryRows({ early, late, most }: MemoryTrend, nth: number): BenchRow[] {
  const heapRatio = late.heap / early.heap
  const mostRatio = most.last / most.second
  return [
    {
      name: `heap in use of server ${nth + 1}, end ÷ a third of the way`,
      ours: `${late.heap.toFixed(1)} MB, ${late.calls} calls`,
      yardstick: `${early.heap.toFixed(1)} MB, ${early.calls} calls`,
      ratio: heapRatio,
      target: growth(heapRatio),
    },
    {
      name: `most memory of server ${nth + 1}, last third ÷ second third`,
      ours: `${most.last.toFixed(0)} MB`,
      yardstick: `${most.second.toFixed(0)} MB`,
      ratio: mostRatio,
      target: growth(mostRatio),
    },
  ]
}

function growth(ratio: number): BenchRow['target'] {
  return { text: `at most ${mostGrowth}`, isMet: ratio <= mostGrowth }
}
