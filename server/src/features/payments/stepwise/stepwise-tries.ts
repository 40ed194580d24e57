import type { Deps } from '../../../deps.ts'
import { takeTries } from '../../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../../http/problem.ts'
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
  const tries = [
    [perAddress, clientAddress],
    [perSession, String(session.id)],
  ] as const
  requireTry(await takeTries(deps, tries))
}
