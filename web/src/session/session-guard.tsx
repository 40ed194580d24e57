import { type ComponentType, lazy, Suspense } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import type { VisitorIdleProps } from './idle/idle-prompt.tsx'

const CustomerSession = afterThePage(async () => (await import('./customer-session.tsx')).CustomerSession)
const ConsoleSession = afterThePage(async () => (await import('./console-session.tsx')).ConsoleSession)
const VisitorIdle = afterThePage(async () => (await import('./idle/idle-prompt.tsx')).VisitorIdle)

/** On every page (C§4). Calls that a page repeats by itself must be `isPassive`, or nobody would count as idle. */
export function CustomerGuard() {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? (
    <Suspense>
      <CustomerSession />
    </Suspense>
  ) : null
}

/** C§4: on a payment's result or a bill that is shown to somebody who is not signed in. */
export function VisitorGuard(props: VisitorIdleProps) {
  const { signedIn } = usePortalStart()
  return signedIn.customer ? null : (
    <Suspense>
      <VisitorIdle {...props} />
    </Suspense>
  )
}

/** A§4: on a page that does not itself ask who is signed in. */
export function ConsoleGuard() {
  return (
    <Suspense>
      <ConsoleSession />
    </Suspense>
  )
}

/** Nobody is idle in the first seconds. If loading fails, the server still ends the session. */
function afterThePage<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => load().then(asModule, () => asModule<Props>(Nothing)))
}

function asModule<Props>(component: ComponentType<Props>) {
  return { default: component }
}

function Nothing() {
  return null
}
