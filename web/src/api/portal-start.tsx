import type { BillingPart } from '@portal/contract/billing-data'
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

/** The day of the data and what they lack; undefined where the billing system gives all. */
export function useBillingData(): PortalStart['billing'] {
  return use(PortalStartContext)?.billing
}

/** What no account has, so that no page shows it. */
export function useLacks(): readonly BillingPart[] {
  return useBillingData()?.lacks ?? nothing
}

const nothing: readonly BillingPart[] = []
