import { attemptMoves, draftMoves, postingMoves, reversalMoves } from '@portal/server/payments/states.ts'
import { leasesBetween } from './check-moves.ts'
import type { EventRecord } from './records.ts'

/** Every legal move of the tables in `states.ts`, under the names with which the moves of worlds are recorded. */
export function legalEdges(): string[] {
  return [
    ...edgesOf('checkout', draftMoves),
    ...edgesOf('attempt', attemptMoves),
    ...edgesOf('posting', postingMoves),
    ...edgesOf('reversal', reversalMoves),
  ]
}

export function missedEdges(taken: Record<string, number>): string[] {
  return legalEdges().filter((edge) => !taken[edge])
}

function edgesOf(subject: string, moves: Record<string, readonly string[]>): string[] {
  return Object.entries(moves).flatMap(([from, targets]) => targets.map((to) => `${subject}: ${from} → ${to}`))
}

export function edgesIn(events: readonly EventRecord[]): Set<string> {
  const edges = new Set<string>()
  const stood = new Map<string, string | null>()
  for (const { subject, subjectId, from, to } of events) {
    const name = `${subject} ${subjectId}`
    const leases = leasesBetween(subject, stood.get(name) ?? null, from) ?? []
    for (const move of [...leases, { from, to }]) edges.add(`${subject}: ${move.from ?? 'new'} → ${move.to ?? 'none'}`)
    stood.set(name, to)
  }
  return edges
}
