import { attemptMoves, draftMoves, postingMoves, reversalMoves } from '@portal/server/payments/states.ts'
/** Every legal move of the tables in `states.ts`, under the names with which the model records the moves it saw. */
export function legalEdges(): string[] {
  return [
    ...edgesOf('checkout', draftMoves),
    ...edgesOf('attempt', attemptMoves),
    ...edgesOf('posting', postingMoves),
    ...edgesOf('reversal', reversalMoves),
  ]
}

/** The legal moves that no world made. */
export function missedEdges(taken: Record<string, number>): string[] {
  return legalEdges().filter((edge) => !taken[edge])
}

function edgesOf(subject: string, moves: Record<string, readonly string[]>): string[] {
  return Object.entries(moves).flatMap(([from, targets]) => targets.map((to) => `${subject}: ${from} → ${to}`))
}
