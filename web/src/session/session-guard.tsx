import { type ComponentType, lazy, Suspense } from 'react'
import { usePortalStart } from './portal-start.tsx'

const CustomerSession = afterThePage(async () => (await import('./customer-session.tsx')).CustomerSession)
const VisitorIdle = afterThePage(async () => (await import('./visitor-idle.tsx')).VisitorIdle)

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
  return <Suspense>{signedIn.customer ? <CustomerSession /> : <VisitorIdle />}</Suspense>
}

/** Nobody is idle in the first seconds, so this comes after the page. When it does not come, the server still ends the session. */
function afterThePage(load: () => Promise<ComponentType>) {
  return lazy(() => load().then(asModule, () => asModule(Nothing)))
}

function asModule(component: ComponentType) {
  return { default: component }
}

function Nothing() {
  return null
}
