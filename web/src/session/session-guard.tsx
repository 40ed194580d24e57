import { type ComponentType, lazy, Suspense } from 'react'
import { usePortalStart } from './portal-start.tsx'
import type { VisitorIdleProps } from './visitor-idle.tsx'

const CustomerSession = afterThePage(async () => (await import('./customer-session.tsx')).CustomerSession)
const VisitorIdle = afterThePage(async () => (await import('./visitor-idle.tsx')).VisitorIdle)

interface SessionGuardProps {
  /** Where no customer is signed in: nobody is there any more. Left out: to the login page. */
  readonly onVisitorGone?: VisitorIdleProps['onGone']
}

/**
 * The idle prompt and the forced logout (C§4). The dashboard, the payment result and the bill turn them on by rendering this
 * once, anywhere on the page: `<SessionGuard />`.
 *
 * What a page does itself: its Log Out calls `signOut`, and a call of its own that is refused as `not-signed-in` calls
 * `leaveSignedOut` (both in sign-out.ts). Calls that a page repeats by itself are `isPassive` in the contract, or nobody is ever
 * idle.
 */
export function SessionGuard({ onVisitorGone }: SessionGuardProps) {
  const { signedIn } = usePortalStart()
  return <Suspense>{signedIn.customer ? <CustomerSession /> : <VisitorIdle onGone={onVisitorGone} />}</Suspense>
}

/** Nobody is idle in the first seconds, so this comes after the page. When it does not come, the server still ends the session. */
function afterThePage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => load().then(asModule, () => asModule<Props>(Nothing)))
}

function asModule<Props>(component: ComponentType<Props>) {
  return { default: component }
}

function Nothing() {
  return null
}
