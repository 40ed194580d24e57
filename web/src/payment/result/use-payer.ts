import type { SessionKind } from '@portal/contract/call'
import { getRouteApi } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { isPayNowVisit } from '../sending/payment-memory.ts'

const route = getRouteApi(paths.paymentResult)

/** Which session made the payment that the result page shows; undefined when that is not known. */
export function usePayer(): SessionKind | undefined {
  const { by } = route.useSearch()
  const { signedIn } = usePortalStart()
  if (by) return by
  if (isPayNowVisit()) return 'guest'
  return signedIn.admin && !signedIn.customer ? 'admin' : undefined
}
