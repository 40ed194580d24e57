import { missedEdges } from './edges.ts'
import type { Tally } from './tally.ts'

const mostBroken = 20

/** What a simulation went through, as text. */
export function report(tally: Tally, first: number, seconds: number): string {
  const lines = [
    `Seeds ${first} to ${first + tally.seeds - 1}: ${tally.steps} steps, ${tally.checkouts} checkouts, ${seconds.toFixed(1)} s`,
    '',
    'Faults',
    ...table(tally.faults),
    '',
    'Moves of states, by worlds in which they were made',
    ...table(tally.edges),
    '',
    ...missedEdges(tally.edges).map((edge) => `NOT TAKEN: ${edge}`),
    ...tally.broken.slice(0, mostBroken).map(({ seed, promise }) => `BROKEN by seed ${seed}: ${promise}`),
    tally.broken.length === 0 ? 'Every promise was kept.' : `${tally.broken.length} seeds broke a promise.`,
  ]
  return lines.join('\n')
}

function table(counts: Record<string, number>): string[] {
  const rows = Object.entries(counts).toSorted(([one], [other]) => one.localeCompare(other))
  return rows.map(([name, count]) => `  ${String(count).padStart(9)}  ${name}`)
}
