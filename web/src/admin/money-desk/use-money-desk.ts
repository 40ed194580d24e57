import {
  decideGiveBack,
  listAttention,
  listDiscrepancies,
  movePayment,
  readDeskPayment,
  settleDiscrepancy,
  type DeskPayment,
} from '@portal/contract/money-desk'
import type { BodyOf } from '@portal/contract/call'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { deskKey } from '../use-attention.ts'

/** Payments that need a person, the oldest first; each further page goes on behind the last one. */
export function useAttentionPayments() {
  return useInfiniteQuery({
    queryKey: [deskKey, 'payments'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => await send(listAttention, { query: { after: pageParam }, signal }),
    getNextPageParam: ({ payments, hasMore }) => (hasMore ? (payments.at(-1)?.id ?? null) : null),
    networkMode: 'always',
  })
}

/** What books do not agree about, the oldest first. */
export function useDiscrepancies() {
  return useInfiniteQuery({
    queryKey: [deskKey, 'discrepancies'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => await send(listDiscrepancies, { query: { after: pageParam }, signal }),
    getNextPageParam: ({ discrepancies, hasMore }) => (hasMore ? (discrepancies.at(-1)?.id ?? null) : null),
    networkMode: 'always',
  })
}

const paymentKey = (id: number) => [deskKey, 'payment', id] as const

/** One payment with what can be done about it. */
export function useDeskPayment(id: number) {
  return useQuery({
    queryKey: paymentKey(id),
    queryFn: async ({ signal }) => await send(readDeskPayment, { params: { id: String(id) }, signal }),
    networkMode: 'always',
  })
}

/** Has something done about a payment. */
export function useMove(id: number, onDone: () => void) {
  const keep = useKeep(onDone)
  return useMutation({
    networkMode: 'always',
    mutationFn: async (body: BodyOf<typeof movePayment>) =>
      await send(movePayment, { params: { id: String(id) }, body }),
    onSuccess: keep,
    onError: useRefresh(id),
  })
}

/** Agrees to give a payment back, or says no. */
export function useDecision(request: number, payment: number, onDone: () => void) {
  const keep = useKeep(onDone)
  return useMutation({
    networkMode: 'always',
    mutationFn: async (body: BodyOf<typeof decideGiveBack>) =>
      await send(decideGiveBack, { params: { id: String(request) }, body }),
    onSuccess: keep,
    onError: useRefresh(payment),
  })
}

/** Takes a discrepancy off the desk. */
export function useSettleDiscrepancy(id: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (evidence: string) =>
      await send(settleDiscrepancy, { params: { id: String(id) }, body: { evidence } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [deskKey] })
      onDone()
    },
  })
}

/** The engine works at what was asked for: what becomes of it is looked at so many milliseconds later. */
const looksAfterwards = [1500, 5000, 15_000]

/**
 * Shows the payment as the server answered it, and asks again for everything it may have changed, now and a little
 * later.
 */
function useKeep(onDone: () => void) {
  const client = useQueryClient()
  return (payment: DeskPayment) => {
    client.setQueryData(paymentKey(payment.id), payment)
    const refresh = () => void client.invalidateQueries({ queryKey: [deskKey] })
    refresh()
    for (const after of looksAfterwards) setTimeout(refresh, after)
    onDone()
  }
}

/** Somebody else may have been faster. */
function useRefresh(id: number) {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: paymentKey(id) })
}
