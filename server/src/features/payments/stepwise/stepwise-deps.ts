import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../../caller.ts'
import type { Deps } from '../../../deps.ts'
import type { Engine } from '../engine.ts'

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
