import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { takeTries } from '../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../http/problem.ts'
import type { Engine } from '../../payments/engine.ts'

/** What the stepwise calls work with. */
export interface StepwiseDeps {
  deps: Deps
  engine: Engine
  /** Whether the maintenance switch stops guests from paying (R16). */
  isPayNowOff: () => Promise<boolean>
}

/** Who makes a stepwise call. */
export interface Client {
  session: Caller
  clientAddress: string
  requestId: string
  log: FastifyBaseLogger
}

/** A business refusal of these calls: 200 with a sentence for the payer (R4). */
export function refused(description: string): { status: 'False'; description: string } {
  return { status: 'False', description }
}

const limitsOf = {
  drafts: ['draftsPerAddress', 'draftsPerSession'],
  notes: ['clientNotesPerAddress', 'clientNotesPerSession'],
} as const

/**
 * Keeps clients from filling the database, per address and per session.
 * @throws the `too-many-tries` problem with the seconds to wait.
 */
export async function takeStepwiseTry(
  deps: Deps,
  { clientAddress, session }: Client,
  what: keyof typeof limitsOf,
): Promise<void> {
  const [perAddress, perSession] = limitsOf[what]
  const tries = [
    [perAddress, clientAddress],
    [perSession, String(session.id)],
  ] as const
  requireTry(await takeTries(deps, tries))
}
