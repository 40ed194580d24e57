import type { SessionKind } from '@portal/contract/call'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { paths } from '#paths.ts'
import { paymentInFlight } from './payment-memory.ts'

interface UnansweredFirstProps {
  /** Only payments of this session count; by default any. */
  readonly of?: SessionKind
  readonly children: ReactNode
}

/**
 * When the page was reloaded during a payment, shows the outcome of that payment first, and not the `children` with
 * which another could be made (R18, R19).
 */
export function UnansweredFirst({ of, children }: UnansweredFirstProps) {
  // Read only as the page opens: the outcome of a payment made on this very page is handled where it was made.
  const [unanswered] = useState(paymentInFlight)
  if (!unanswered || (of && unanswered.as !== of)) return children
  return <Navigate to={paths.paymentResult} search={{ key: unanswered.key, by: unanswered.as }} replace />
}
