import { userLogin } from '@portal/contract/sign-in'
import type { Deps } from '../../deps.ts'
import { giveBackTry, takeTry } from '../../foundation/rate-limits/rate-limits.ts'
import { refuse } from '../../http/problem.ts'

/** A sign-in that has been counted. */
export interface CountedSignIn {
  giveBack(): Promise<void>
}

/**
 * Counts a sign-in against its address and its name, before anything is looked up; to be given back when it succeeds.
 * @throws Refusal telling how long to wait.
 */
export async function countSignIn(deps: Deps, clientAddress: string, nameDigest: Buffer): Promise<CountedSignIn> {
  const name = nameDigest.toString('base64url')
  const taken = await Promise.all([
    takeTry(deps, 'failedSignInsPerAddress', clientAddress),
    takeTry(deps, 'failedSignInsPerName', name),
  ])
  const waits = taken.map((one) => (one.ok ? 0 : one.retryAfterSeconds))
  if (taken.some((one) => !one.ok)) throw refuse(userLogin, 'too-many-tries', { retryAfterSeconds: Math.max(...waits) })
  return {
    async giveBack() {
      await Promise.all([
        giveBackTry(deps, 'failedSignInsPerAddress', clientAddress),
        giveBackTry(deps, 'failedSignInsPerName', name),
      ])
    },
  }
}
