import { signInTexts } from '@portal/contract/sign-in-texts'
import type { Deps } from '../../deps.ts'
import { findAdmin } from '../../foundation/credentials/admins.ts'
import { inTurn } from '../../foundation/credentials/hashing.ts'
import { proveAdminPassword } from '../../foundation/credentials/prove-admin-password.ts'
import { type GivenPassword, provePassword } from '../../foundation/credentials/prove-password.ts'
import { refuseCommonly, requireTry } from '../../http/problem.ts'
import type { SessionHolder } from './queries.ts'

type Refused = typeof signInTexts.wrongCurrentPassword | typeof signInTexts.exceededShown

/**
 * Why a password does not prove that the caller is the customer or administrator; null when it does. A wrong one counts
 * like one at sign-in (docs/decisions/012). For what it allows, one factor is enough (OWASP ASVS 5.0.0 7.5.2), even for
 * an administrator who signs in with two.
 * @throws Refusal after an administrator's too many wrong passwords; TooManyHashes
 */
export async function whyNotHolder(deps: Deps, holder: SessionHolder, given: GivenPassword): Promise<Refused | null> {
  if (holder.kind === 'customer') {
    const proof = await inTurn(() => provePassword(deps, holder, given))
    return 'refused' in proof ? proof.refused : null
  }
  const admin = await findAdmin(deps.db, holder.adminUserId)
  if (!admin) throw refuseCommonly('not-signed-in')
  const proof = await inTurn(() => proveAdminPassword(deps, admin, given))
  requireTry(proof)
  return proof.isRight ? null : signInTexts.wrongCurrentPassword
}
