import { type ComponentType, lazy, Suspense } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import type { VisitorIdleProps } from './idle/idle-prompt.tsx'

const CustomerSession = afterThePage(async () => (await import('./customer-session.tsx')).CustomerSession)
const ConsoleSession = afterThePage(async () => (await import('./console-session.tsx')).ConsoleSession)
const VisitorIdle = afterThePage(async () => (await import('./idle/idle-prompt.tsx')).VisitorIdle)

/**
 * The idle prompt of a signed-in customer (C§4). The layout renders it on every page.
 * The rest is up to each page: its Log Out calls `signOut`, and when one of its own calls is refused as `not-signed-in`
 * it calls `leaveSignedOut` (both in sign-out.ts). Calls that a page repeats by itself must be `isPassive` in the
 * contract, or nobody would ever count as idle.
 */
export function CustomerGuard() {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? (
    <Suspense>
      <CustomerSession />
    </Suspense>
  ) : null
}

/** The forced logout (C§4) on a payment's result or a bill that is shown to somebody who is not signed in. */
export function VisitorGuard(props: VisitorIdleProps) {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? null : (
    <Suspense>
      <VisitorIdle {...props} />
    </Suspense>
  )
}

/** Ends an idle administrator's session (A§4) on a page that does not itself ask who is signed in. */
export function ConsoleGuard() {
  return (
    <Suspense>
      <ConsoleSession />
    </Suspense>
  )
}

/**
 * Loads a guard after the page, because nobody is idle in the first seconds. If loading fails, the server still ends
 * the session.
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
