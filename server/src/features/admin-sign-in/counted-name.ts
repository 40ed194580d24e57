import type { Deps } from '../../deps.ts'
import { nameDigest } from '../../foundation/credentials/name-digest.ts'

/** The target of `wrongAdminSignInsPerName` for a username as it was typed. */
export function countedName(deps: Pick<Deps, 'config'>, username: string): string {
  return nameDigest(deps, username).toString('base64url')
}
