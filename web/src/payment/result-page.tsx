import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Checkout } from '@portal/contract/payments'
import { paths } from '#paths.ts'
import { Queries } from '#session/queries.tsx'
import { SessionGuard } from '#session/session-guard.tsx'
import { takeResult } from './payment-memory.ts'
import { usePayer } from './use-payer.ts'
import { PaymentByKey } from './payment-by-key.tsx'
import { PaymentById } from './payment-by-id.tsx'

const route = getRouteApi(paths.paymentResult)

/**
 * The outcome of a payment (C§2.8). The stored result is shown once and removed, as the specification says; the address
 * keeps the checkout's public id, so the page can be refreshed and returned to (design R18).
 */
export function ResultPage() {
  return (
    <Queries>
      <Result />
      <SessionGuard />
    </Queries>
  )
}

function Result() {
  const { id, key } = route.useSearch()
  const by = usePayer()
  const [stored] = useState(takeResult)
  if (id) return <PaymentById id={id} stored={storedFor(id, stored)} />
  if (key) return <PaymentByKey checkoutKey={key} />
  if (stored === null) return <Navigate to={paths.dashboard} replace />
  if (stored === 'unreadable') return <Navigate to={paths.home} replace />
  return <Navigate to={paths.paymentResult} search={{ id: stored.publicId, by }} replace />
}

function storedFor(id: string, stored: Checkout | 'unreadable' | null): Checkout | undefined {
  return stored !== null && stored !== 'unreadable' && stored.publicId === id ? stored : undefined
}
