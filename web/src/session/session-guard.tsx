import { type ComponentType, lazy, Suspense } from 'react'
import { usePortalStart } from './portal-start.tsx'
import type { VisitorIdleProps } from './visitor-idle.tsx'

const CustomerSession = afterThePage(async () => (await import('./customer-session.tsx')).CustomerSession)
const ConsoleSession = afterThePage(async () => (await import('./console-session.tsx')).ConsoleSession)
const VisitorIdle = afterThePage(async () => (await import('./visitor-idle.tsx')).VisitorIdle)

/**
 * The idle prompt of a signed-in customer (C§4). The layout turns it on, so that it is there on every page.
 *
 * What a page does itself: its Log Out calls `signOut`, and a call of its own that is refused as `not-signed-in` calls
 * `leaveSignedOut` (both in sign-out.ts). Calls that a page repeats by itself are `isPassive` in the contract, or
 * nobody is ever idle.
 */
export function CustomerGuard() {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? (
    <Suspense>
      <CustomerSession />
    </Suspense>
  ) : null
}

/** The forced logout (C§4) of who looks at a payment's result or a bill and has not signed in. */
export function VisitorGuard(props: VisitorIdleProps) {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? null : (
    <Suspense>
      <VisitorIdle {...props} />
    </Suspense>
  )
}

/** The end of an idle administrator's session (A§4) on a page that does not ask by itself who is signed in. */
export function ConsoleGuard() {
  return (
    <Suspense>
      <ConsoleSession />
    </Suspense>
  )
}

/**
 * Nobody is idle in the first seconds, so this comes after the page. When it does not come, the server still ends the
 * session.
 */
function afterThePage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => load().then(asModule, () => asModule<Props>(Nothing)))
}

function asModule<Props>(component: ComponentType<Props>) {
  return { default: component }
}

function Nothing() {
  return null
}
