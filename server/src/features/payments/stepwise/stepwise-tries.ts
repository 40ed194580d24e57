import { saveOverallPayment } from '@portal/contract/stepwise-payments'
import type { Deps } from '../../../deps.ts'
import { takeTry } from '../../../foundation/rate-limits/rate-limits.ts'
import { refuse } from '../../../http/problem.ts'
import type { Client } from './stepwise-deps.ts'

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
  const tries = await Promise.all([
    takeTry(deps, perAddress, clientAddress),
    takeTry(deps, perSession, String(session.id)),
  ])
  const waits = tries.flatMap((taken) => (taken.ok ? [] : [taken.retryAfterSeconds]))
  if (waits.length > 0) throw refuse(saveOverallPayment, 'too-many-tries', { retryAfterSeconds: Math.max(...waits) })
}
