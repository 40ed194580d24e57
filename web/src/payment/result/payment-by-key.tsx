import { findCheckout } from '@portal/contract/checkout'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { forgetPaymentInFlight } from '../sending/payment-memory.ts'
import { LoadingResult, NeverStarted, ResultProblem } from './result-states.tsx'
import { usePayer } from './use-payer.ts'

/**
 * How often and at what interval to ask: when the reloaded page first asks, the payment may still be on its way to the
 * server.
 */
const asks = 4
const pauseMilliseconds = 1500

/** Finds a payment whose reply never reached the page, by its idempotency key. */
export function PaymentByKey({ checkoutKey }: { readonly checkoutKey: string }) {
  const as = usePayer()
  const found = useQuery({
    queryKey: ['checkout-by-key', checkoutKey, as],
    queryFn: async ({ signal }) => await send(findCheckout, { query: { key: checkoutKey }, as, signal }),
    retry: (failures, error) => isUnknown(error) && failures < asks - 1,
    retryDelay: pauseMilliseconds,
  })
  const isSettled = found.isSuccess || (found.isError && isUnknown(found.error))
  useEffect(() => {
    if (isSettled) forgetPaymentInFlight()
  }, [isSettled])
  if (found.isSuccess) return <Navigate to={paths.paymentResult} search={{ id: found.data.publicId, by: as }} replace />
  if (found.isPending) return <LoadingResult />
  if (isUnknown(found.error)) return <NeverStarted />
  return <ResultProblem problem={asProblem(found.error)} onTryAgain={() => void found.refetch()} />
}

/** The server does not know the key, or the visit ended before the payment arrived: nothing was charged under it. */
function isUnknown(error: unknown): boolean {
  return asProblem(error).name === 'not-found'
}
