import type { Checkout } from '@portal/contract/checkout'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { ConsoleGuard, VisitorGuard } from '#session/session-guard.tsx'
import { lazyComponent } from '#ui/waiting/when-online.ts'
import { takeResult } from '../sending/payment-memory.ts'
import { Outcome, usePayer } from './outcome.tsx'
import { LoadingResult } from './result-states.tsx'
const route = getRouteApi(paths.paymentResult)

/** Loaded only when the page was refreshed or returned to, or the outcome is not known yet. */
const FetchedPayment = lazyComponent(async () => (await import('./fetched-payment.tsx')).FetchedPayment)

/**
 * The outcome of a payment (C§2.8). The stored result is shown once and removed, as specified; the address keeps the
 * checkout's public id, so that the page can be refreshed and returned to (R18).
 */
export function ResultPage() {
  const isPhonedIn = usePayer() === 'admin'
  const { signedIn } = usePortalStart()
  const visitorGuard = <VisitorGuard loginPage={isPhonedIn ? paths.adminLogin : paths.home} />
  return (
    <>
      <Result />
      {isPhonedIn && signedIn.admin ? <ConsoleGuard /> : visitorGuard}
    </>
  )
}

function Result() {
  const { id, key } = route.useSearch()
  const by = usePayer()
  const [stored] = useState(takeResult)
  const known = storedFor(id, stored)
  if (known && known.outcome !== 'beingConfirmed') return <Outcome checkout={known} />
  if (id || key) {
    return (
      <Suspense fallback={<LoadingResult />}>
        <FetchedPayment id={id} checkoutKey={key} stored={known} />
      </Suspense>
    )
  }
  // Without any the route has not loaded this page.
  if (stored === null || stored === 'unreadable') return <Navigate to={paths.home} replace />
  return <Navigate to={paths.paymentResult} search={{ id: stored.publicId, by }} replace />
}

function storedFor(id: string | undefined, stored: Checkout | 'unreadable' | null): Checkout | undefined {
  return stored !== null && stored !== 'unreadable' && stored.publicId === id ? stored : undefined
}
