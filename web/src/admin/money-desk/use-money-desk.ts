import type { BodyOf } from '@portal/contract/call'
import {
  decideGiveBack,
  listAttention,
  listDiscrepancies,
  movePayment,
  readDeskPayment,
  settleDiscrepancy,
  type DeskPayment,
} from '@portal/contract/money-desk'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { deskKey } from '../payments/use-attention.ts'

/** The payments that need attention, oldest first; each page continues after the last entry of the previous one. */
export function useAttentionPayments() {
  return useInfiniteQuery({
    queryKey: [deskKey, 'payments'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => await send(listAttention, { query: { after: pageParam }, signal }),
    getNextPageParam: ({ payments, hasMore }) => (hasMore ? (payments.at(-1)?.id ?? null) : null),
  })
}

/** The differences between the books, oldest first. */
export function useDiscrepancies() {
  return useInfiniteQuery({
    queryKey: [deskKey, 'discrepancies'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => await send(listDiscrepancies, { query: { after: pageParam }, signal }),
    getNextPageParam: ({ discrepancies, hasMore }) => (hasMore ? (discrepancies.at(-1)?.id ?? null) : null),
  })
}

const paymentKey = (id: number) => [deskKey, 'payment', id] as const

/** One payment with its possible moves. */
export function useDeskPayment(id: number) {
  return useQuery({
    queryKey: paymentKey(id),
    queryFn: async ({ signal }) => await send(readDeskPayment, { params: { id: String(id) }, signal }),
  })
}

/** Settling a payment asks the card network first, for up to half a minute. */
const timeoutSeconds = 60

/** Makes a move of a payment. */
export function useMove(id: number, onDone: (after: DeskPayment) => void) {
  const keep = useKeep(onDone)
  return useMutation({
    mutationFn: async (body: BodyOf<typeof movePayment>) =>
      await send(movePayment, { params: { id: String(id) }, body, timeoutSeconds }),
    onSuccess: keep,
    onError: useRefresh(),
  })
}

/** Approves or rejects a request about a payment. */
export function useDecision(request: number, onDone: () => void) {
  const keep = useKeep(onDone)
  return useMutation({
    mutationFn: async (body: BodyOf<typeof decideGiveBack>) =>
      await send(decideGiveBack, { params: { id: String(request) }, body, timeoutSeconds }),
    onSuccess: keep,
    onError: useRefresh(),
  })
}

/** Settles a discrepancy. */
export function useSettleDiscrepancy(id: number, onDone: () => void) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [deskKey] })
  return useMutation({
    mutationFn: async (evidence: string) =>
      await send(settleDiscrepancy, { params: { id: String(id) }, body: { evidence } }),
    onSuccess: async () => {
      await refresh()
      onDone()
    },
    // Somebody else may have been faster: then it leaves the list here, too.
    onError: refresh,
  })
}

/** The milliseconds after which to fetch everything again, because the engine works on a move in the background. */
const looksAfterwards = [1500, 5000, 15_000]

/** Shows the payment of the reply, and fetches everything that may have changed, now and a little later. */
function useKeep(onDone: (after: DeskPayment) => void) {
  const client = useQueryClient()
  return (payment: DeskPayment) => {
    client.setQueryData(paymentKey(payment.id), payment)
    const refresh = () => void client.invalidateQueries({ queryKey: [deskKey] })
    refresh()
    for (const after of looksAfterwards) setTimeout(refresh, after)
    onDone(payment)
  }
}

/** Fetches everything again after a failure, the history too: somebody else may have been faster. */
function useRefresh() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [deskKey] })
}
