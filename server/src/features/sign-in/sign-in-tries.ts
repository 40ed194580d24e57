import type { Deps } from '../../deps.ts'
import { giveBackTries, takeTries } from '../../foundation/rate-limits/rate-limits.ts'
import { requireTry } from '../../http/problem.ts'

/** A sign-in that has been counted. */
export interface CountedSignIn {
  giveBack(): Promise<void>
}

/**
 * Counts a sign-in against its address and its name before anything is looked up. A sign-in that succeeds gives the
 * tries back.
 * @throws Refusal telling how long to wait.
 */
export async function countSignIn(deps: Deps, clientAddress: string, nameDigest: Buffer): Promise<CountedSignIn> {
  const name = nameDigest.toString('base64url')
  const tries = [
    ['failedSignInsPerAddress', clientAddress],
    ['failedSignInsPerName', name],
  ] as const
  requireTry(await takeTries(deps, tries))
  return {
    async giveBack() {
      await giveBackTries(deps, tries)
    },
  }
}
