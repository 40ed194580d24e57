import type { FaultName } from './faults.ts'
import { missedEdges } from './moves.ts'
import type { Plan, Worlds } from './plan.ts'

const mostBroken = 20

export function report(
  tally: Tally,
  { gateway, first, seconds }: { gateway: Worlds; first: number; seconds: number },
): string {
  const lines = [
    `Seeds from ${first}, ${tally.seeds} worlds: ${tally.steps} steps, ${tally.checkouts} checkouts, ${seconds.toFixed(1)} s`,
    '',
    'Faults',
    ...table(tally.faults),
    '',
    'Moves of states, by worlds in which they were made',
    ...table(tally.edges),
    '',
    ...missedEdges(gateway, tally.edges).map((edge) => `NOT TAKEN: ${edge}`),
    ...tally.broken.slice(0, mostBroken).map(({ seed, promise }) => `BROKEN by seed ${seed}: ${promise}`),
    tally.broken.length === 0 ? 'Every promise was kept.' : `${tally.broken.length} seeds broke a promise.`,
  ]
  return lines.join('\n')
}

export function progressLine(tally: Tally, seconds: number): string {
  return `${tally.seeds} seeds done, ${tally.broken.length} broken, ${tally.checkouts} checkouts, ${seconds.toFixed(0)} s`
}

/** The smallest plan that breaks a promise, in words and, for keeping, as JSON. */
export function describePlan(plan: Plan, promise: string): string {
  const faults = Object.keys(plan.faults).join(', ')
  return [
    '',
    `The smallest plan of seed ${plan.seed} that breaks a promise: ${promise}`,
    `  ${plan.servers} server(s), ${plan.payers} payer(s), at most ${plan.wishes} payment(s) each of at most ${plan.accounts} account(s)`,
    `  faults for ${plan.stormyMinutes} minute(s), ${plan.happening?.length ?? 'any number'} of them: ${faults || 'none'}`,
    JSON.stringify(plan),
  ].join('\n')
}

function table(counts: Record<string, number>): string[] {
  const rows = Object.entries(counts).toSorted(([one], [other]) => one.localeCompare(other))
  return rows.map(([name, times]) => `  ${String(times).padStart(9)}  ${name}`)
}

export interface WorldReport {
  seed: number
  steps: number
  checkouts: number
  faults: ReadonlyMap<FaultName, number>
  edges: ReadonlySet<string>
}

export interface Tally {
  seeds: number
  steps: number
  checkouts: number
  faults: Record<string, number>
  edges: Record<string, number>
  broken: { seed: number; promise: string }[]
}

export function emptyTally(): Tally {
  return { seeds: 0, steps: 0, checkouts: 0, faults: {}, edges: {}, broken: [] }
}

export function count(tally: Tally, world: WorldReport): void {
  tally.seeds++
  tally.steps += world.steps
  tally.checkouts += world.checkouts
  for (const [fault, times] of world.faults) tally.faults[fault] = (tally.faults[fault] ?? 0) + times
  for (const edge of world.edges) tally.edges[edge] = (tally.edges[edge] ?? 0) + 1
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
