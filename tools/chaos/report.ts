import { cents, formatCents } from '@portal/contract/money'
import type { ChaosResult } from './chaos.ts'

const mostShown = 50

/** What happened in the chaos, and whether all books agree, as text. */
export function chaosReport(result: ChaosResult): string {
  const { sums, disagreements } = result
  return [
    `Seed ${result.seed}; at rest ${result.secondsToRest.toFixed(0)} s after the storm`,
    ...section('What happened', result.counts),
    ...section('Payments by where they stand', result.checkouts),
    ...section('What payers were told, as often as they were', result.told),
    ...section('Alarms', result.alarms),
    '',
    `Gateway ${dollars(sums.gateway)}, our records ${dollars(sums.ours)}, billing system ${dollars(sums.billed)}`,
    ...disagreements.slice(0, mostShown).map((fact) => `DISAGREES: ${fact}`),
    disagreements.length === 0 ? 'Every cent agrees in all three books.' : `${disagreements.length} disagreements.`,
  ].join('\n')
}

function section(title: string, counts: ReadonlyMap<string, number>): string[] {
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other))
  return ['', title, ...rows.map(([name, count]) => `  ${String(count).padStart(7)}  ${name}`)]
}

function dollars(amount: number): string {
  return `$${formatCents(cents(amount))}`
}
