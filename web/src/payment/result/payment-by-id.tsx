import { type Checkout, readCheckout } from '@portal/contract/checkout'
import { useQuery } from '@tanstack/react-query'
import { asProblem, send } from '#api/send.ts'
import { Outcome } from './outcome.tsx'
import { LoadingResult, ResultProblem } from './result-states.tsx'
import { usePayer } from './use-payer.ts'

interface PaymentByIdProps {
  readonly id: string
  /** The reply to the payment itself, which saves asking again at once. */
  readonly stored: Checkout | undefined
}

/** The seconds between requests while a payment is being confirmed; the last one repeats. */
const pauses = [2, 3, 5, 8, 13, 20, 30, 60] as const

/** A payment fetched by its public id, again and again until its outcome is known. */
export function PaymentById({ id, stored }: PaymentByIdProps) {
  const as = usePayer()
  const asked = useQuery({
    queryKey: ['checkout', id, as],
    queryFn: async ({ signal }) => await send(readCheckout, { params: { publicId: id }, as, signal }),
    initialData: stored,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.outcome === 'beingConfirmed'
        ? (pauses[state.dataUpdateCount + state.fetchFailureCount] ?? 60) * 1000
        : false,
  })
  if (asked.data) return <Outcome checkout={asked.data} />
  if (asked.isError) return <ResultProblem problem={asProblem(asked.error)} onTryAgain={() => void asked.refetch()} />
  return <LoadingResult />
}
