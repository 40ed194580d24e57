import type { SessionKind } from '@portal/contract/call'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { isPayNowVisit } from './payment-memory.ts'

const route = getRouteApi(paths.paymentResult)

/** Which of the browser's sessions made the payment that the result page shows; undefined when nothing says so. */
export function usePayer(): SessionKind | undefined {
  const { by } = route.useSearch()
  return by ?? (isPayNowVisit() ? 'guest' : undefined)
}
