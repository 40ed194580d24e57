import type { WorldReport } from './run-plan.ts'

/** The results of many seeds together. */
export interface Tally {
  seeds: number
  steps: number
  checkouts: number
  faults: Record<string, number>
  /** In how many worlds each state transition happened. */
  edges: Record<string, number>
  /** Seeds that broke a promise, and which. */
  broken: { seed: number; promise: string }[]
}

export function emptyTally(): Tally {
  return { seeds: 0, steps: 0, checkouts: 0, faults: {}, edges: {}, broken: [] }
}

export function count(tally: Tally, report: WorldReport): void {
  tally.seeds++
  tally.steps += report.steps
  tally.checkouts += report.checkouts
  for (const [fault, times] of report.faults) tally.faults[fault] = (tally.faults[fault] ?? 0) + times
  for (const edge of report.edges) tally.edges[edge] = (tally.edges[edge] ?? 0) + 1
}

export function joined(tallies: readonly Tally[]): Tally {
  const whole = emptyTally()
  for (const tally of tallies) {
    whole.seeds += tally.seeds
    whole.steps += tally.steps
    whole.checkouts += tally.checkouts
    add(whole.faults, tally.faults)
    add(whole.edges, tally.edges)
    whole.broken.push(...tally.broken)
  }
  return whole
}

function add(whole: Record<string, number>, part: Record<string, number>): void {
  for (const [name, times] of Object.entries(part)) whole[name] = (whole[name] ?? 0) + times
}
