import type { PortalStart } from '@portal/contract/utility'
import { createContext, type ReactNode, use } from 'react'

const PortalStartContext = createContext<PortalStart | null>(null)

export function PortalStartProvider({
  start,
  children,
}: {
  readonly start: PortalStart
  readonly children: ReactNode
}) {
  return <PortalStartContext value={start}>{children}</PortalStartContext>
}

/** @throws Error outside of `PortalStartProvider` */
export function usePortalStart(): PortalStart {
  const start = use(PortalStartContext)
  if (!start) throw new Error('The portal has not started')
  return start
}
