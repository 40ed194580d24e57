import { CustomerSession } from './customer-session.tsx'
import { usePortalStart } from './portal-start.tsx'
import { VisitorIdle } from './visitor-idle.tsx'

/**
 * The idle prompt and the forced logout (C§4). The dashboard, the payment result and the bill turn them on by rendering this
 * once, anywhere on the page: `<SessionGuard />`.
 *
 * What a page does itself: its Log Out calls `signOut`, and a call of its own that is refused as `not-signed-in` calls
 * `leaveSignedOut` (both in sign-out.ts). Calls that a page repeats by itself are `isPassive` in the contract, or nobody is ever
 * idle.
 */
export function SessionGuard() {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? <CustomerSession /> : <VisitorIdle />
}
