import type { ReplyOf, SessionKind } from '@portal/contract/call'
import { type Checkout, continueCheckout, findCheckout, mayBeTriedAgain, readCheckout } from '@portal/contract/checkout'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Queries, showNow } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { forgetPaymentInFlight } from '../sending/payment-memory.ts'
import { keepUnconfirmed } from '../sending/unconfirmed-payment.tsx'
import { formAgain, Outcome, usePayer } from './outcome.tsx'
import { LoadingResult, NeverStarted, ResultProblem } from './result-states.tsx'

interface FetchedPaymentProps {
  readonly id: string | undefined
  /** The idempotency key of a payment whose reply never arrived; used when there is no `id`. */
  readonly checkoutKey: string | undefined
  /** The payment as it was stored in this tab, if it was. */
  readonly stored: Checkout | undefined
}

/** A payment whose outcome has to be fetched from the server. */
export function FetchedPayment({ id, checkoutKey, stored }: FetchedPaymentProps) {
  return (
    <Queries>
      {id ? <PaymentById id={id} stored={stored} /> : null}
      {!id && checkoutKey ? <PaymentByKey checkoutKey={checkoutKey} /> : null}
    </Queries>
  )
}

interface PaymentByIdProps {
  readonly id: string
  /** The reply to the payment itself, which saves asking again at once. */
  readonly stored: Checkout | undefined
}

const ConfirmWithBank = lazyComponent(async () => (await import('./confirm-with-bank.tsx')).ConfirmWithBank)

/** Where the gateway may ask the payer for a confirmation, the server looks there at once. */
async function look(
  publicId: string,
  { as, signal, isConfirmed }: { as: SessionKind | undefined; signal: AbortSignal; isConfirmed: boolean },
): Promise<ReplyOf<typeof continueCheckout>> {
  const request = { params: { publicId }, as, signal }
  if (!isConfirmed) return await send(continueCheckout, { ...request, body: {} })
  return { checkout: await send(readCheckout, request), confirmation: null }
}

/** The seconds between requests while a payment is being confirmed; the last one repeats. */
const pauses = [2, 3, 5, 8, 13, 20, 30, 60] as const

/** A payment fetched by its public id, again and again until its outcome is known. */
function PaymentById({ id, stored }: PaymentByIdProps) {
  const as = usePayer()
  const { cardFrame } = usePortalStart()
  const key = ['checkout', id, as]
  const asked = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => await look(id, { as, signal, isConfirmed: cardFrame === undefined }),
    initialData: stored && cardFrame === undefined ? { checkout: stored, confirmation: null } : undefined,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.checkout.outcome === 'beingConfirmed'
        ? (pauses[state.dataUpdateCount + state.fetchFailureCount] ?? 60) * 1000
        : false,
  })
  const outcome = asked.data?.checkout.outcome
  useEffect(() => {
    if (as === 'guest' && outcome) keepUnconfirmed(outcome === 'beingConfirmed' ? id : null)
  }, [as, id, outcome])
  const queries = useQueryClient()
  // The accounts are free again only when the gateway has canceled this payment: it can't be charged beside another card.
  const leaving = useMutation({
    mutationFn: async () => await send(continueCheckout, { params: { publicId: id }, as, body: { isGivenUp: true } }),
    onSuccess: (now) => showNow(queries, key, now),
  })
  if (leaving.data && mayBeTriedAgain(leaving.data.checkout.outcome)) return <Navigate {...formAgain(as)} replace />
  if (leaving.isError) return <ResultProblem problem={asProblem(leaving.error)} onTryAgain={() => leaving.mutate()} />
  if (asked.data?.confirmation) {
    return (
      <Suspense fallback={<LoadingResult />}>
        <ConfirmWithBank
          secret={asked.data.confirmation}
          onDone={() => void asked.refetch()}
          onAnotherCard={() => leaving.mutate()}
          isLeaving={leaving.isPending}
        />
      </Suspense>
    )
  }
  if (asked.data) return <Outcome checkout={asked.data.checkout} />
  if (asked.isError) return <ResultProblem problem={asProblem(asked.error)} onTryAgain={() => void asked.refetch()} />
  return <LoadingResult />
}

/**
 * How often and at what interval to ask: when the reloaded page first asks, the payment may still be on its way to the
 * server.
 */
const asks = 4
const pauseMilliseconds = 1500

/** Finds a payment whose reply never reached the page, by its idempotency key. */
function PaymentByKey({ checkoutKey }: { readonly checkoutKey: string }) {
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
