import {
  type Moves,
  attemptMoves,
  disputeMoves,
  draftMoves,
  leaseSteps,
  postingMoves,
  reversalMoves,
} from '@portal/server/payments/states.ts'
import { must } from './broken-promise.ts'
import type { Worlds } from './plan.ts'
import type { CheckoutRecord, EventRecord } from './records.ts'

const legalMoves: Record<string, Moves> = {
  attempt: attemptMoves,
  posting: postingMoves,
  reversal: reversalMoves,
  dispute: disputeMoves,
}

const leasing: Record<string, Readonly<Record<string, string>>> = leaseSteps

/** Checks that every move in the log of a checkout is legal and begins where the last one of its subject ended. */
export function checkMoves(checkout: CheckoutRecord): void {
  const last = new Map<string, string | null>()
  for (const event of checkout.events) {
    if (event.subject === 'email') continue
    const subject = `${event.subject} ${event.subjectId}`
    const stood = last.get(subject) ?? null
    const leased = stood === event.from ? [] : leasesBetween(event.subject, stood, event.from)
    must(leased !== null, `the log jumps from ${stood} to ${event.from} of ${subject}`, checkout)
    must(isLegal(event), `an illegal move of ${subject}: ${event.from} → ${event.to}`, checkout)
    last.set(subject, event.to)
  }
}

/** The leases between two logged moves of one subject; null when no leases lead from one to the other. */
export function leasesBetween(
  subject: string,
  from: string | null,
  to: string | null,
): { from: string; to: string }[] | null {
  const taken: { from: string; to: string }[] = []
  let state = from
  while (state !== null && state !== to) {
    const next: string | undefined = leasing[subject]?.[state]
    if (next === undefined) return null
    taken.push({ from: state, to: next })
    state = next
  }
  return state === to ? taken : null
}

/** Looking again is not a move, and the state of a checkout follows from its attempt. */
function isLegal({ subject, from, to }: EventRecord): boolean {
  if (from === null || to === null || from === to) return true
  if (from === 'DRAFT') return draftMoves.DRAFT.some((state) => state === to)
  const moves = legalMoves[subject]
  return moves === undefined || (moves[from]?.includes(to) ?? false)
}

/** Made only by what a gateway tells later (`gateway-events/`). */
const edgesOfEvents = [
  'attempt: CHARGED → REVERSED',
  'attempt: REVERSED → REVERSING',
  'attempt: REVERSED → CHARGED',
  'posting: CANCELLED → PENDING',
  'posting: CANCEL_REJECTED → POSTED',
  'reversal: DONE → REFUSED',
  ...edgesOf('dispute', disputeMoves),
]

/** No world has two gateways. */
const betweenGateways = 'reversal: REQUESTED → REFUSED'

/** The legal moves of the tables in `states.ts`, under the names with which the moves of worlds are recorded. */
export function legalEdges(gateway: Worlds): string[] {
  const all = [
    ...edgesOf('checkout', draftMoves),
    ...edgesOf('attempt', attemptMoves),
    ...edgesOf('posting', postingMoves),
    ...edgesOf('reversal', reversalMoves),
    ...edgesOf('dispute', disputeMoves),
  ].filter((edge) => edge !== betweenGateways)
  const isOfBanks = (edge: string) => /VERIFYING|PROCESSING|RETURNED/.test(edge)
  return gateway !== 'gge4' ? all : all.filter((edge) => !edgesOfEvents.includes(edge) && !isOfBanks(edge))
}

export function missedEdges(gateway: Worlds, taken: Record<string, number>): string[] {
  return legalEdges(gateway).filter((edge) => !taken[edge])
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
