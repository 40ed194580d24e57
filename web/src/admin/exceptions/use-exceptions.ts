import { listAutopayExceptions, markAutopaySeen } from '@portal/contract/autopay-exceptions'
import type { BodyOf } from '@portal/contract/call'
import { listDiscrepancies, resolveDiscrepancy } from '@portal/contract/discrepancies'
import {
  type ExceptionDetails,
  actOnPayment,
  decideApprovalRequest,
  listExceptions,
  readException,
} from '@portal/contract/exceptions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { usePages } from '../lists/list-screen.tsx'
import { exceptionsKey } from '../payments/exception-count.tsx'

/** The payment exceptions, oldest first. */
export function useExceptions() {
  return usePages({
    queryKey: [exceptionsKey, 'payments'],
    read: async (after: number | undefined, signal) => await send(listExceptions, { query: { after }, signal }),
    rowsOf: (page) => page.payments,
    lastOf: ({ id }) => id,
  })
}

/** The open discrepancies, oldest first. */
export function useDiscrepancies() {
  return usePages({
    queryKey: [exceptionsKey, 'discrepancies'],
    read: async (after: number | undefined, signal) => await send(listDiscrepancies, { query: { after }, signal }),
    rowsOf: (page) => page.discrepancies,
    lastOf: ({ id }) => id,
  })
}

/** AutoPay that needs a person, one kind after the other. */
export function useAutopayExceptions() {
  return usePages({
    queryKey: [exceptionsKey, 'autopay'],
    read: async (after: string | undefined, signal) => await send(listAutopayExceptions, { query: { after }, signal }),
    rowsOf: (page) => page.exceptions,
    lastOf: ({ key }) => key,
  })
}

/** Takes one off the list. */
export function useMarkSeen(key: string, onDone: () => void) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [exceptionsKey] })
  return useMutation({
    mutationFn: async (why: string) => await send(markAutopaySeen, { params: { key }, body: { why } }),
    onSuccess: async () => {
      await refresh()
      onDone()
    },
    // Somebody else may have been faster: then it leaves the list here, too.
    onError: refresh,
  })
}

const paymentKey = (id: number) => [exceptionsKey, 'payment', id] as const

/** One payment with its possible actions. */
export function useException(id: number) {
  return useQuery({
    queryKey: paymentKey(id),
    queryFn: async ({ signal }) => await send(readException, { params: { id: String(id) }, signal }),
    refetchInterval: ({ state }) => state.data?.status === 'refunding' && lookEvery,
  })
}

const lookEvery = 5_000

/** Resolving a payment asks the card network first, for up to half a minute. */
const timeoutSeconds = 60

/** Takes an action on a payment. */
export function useAction(id: number, onDone: (after: ExceptionDetails) => void) {
  const keep = useKeep(onDone)
  return useMutation({
    mutationFn: async (body: BodyOf<typeof actOnPayment>) =>
      await send(actOnPayment, { params: { id: String(id) }, body, timeoutSeconds }),
    onSuccess: keep,
    onError: useRefresh(),
  })
}

/** Approves or rejects a request about a payment, or about a charge that is to become one. */
export function useDecision(request: number, onDone: () => void) {
  const keep = useKeep(() => undefined)
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: BodyOf<typeof decideApprovalRequest>) =>
      await send(decideApprovalRequest, { params: { id: String(request) }, body, timeoutSeconds }),
    onSuccess: ({ payment }) => {
      if (payment) keep(payment)
      else refresh()
      onDone()
    },
    onError: useRefresh(),
  })
}

/** Resolves a discrepancy. */
export function useResolveDiscrepancy(id: number, onDone: () => void) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [exceptionsKey] })
  return useMutation({
    mutationFn: async (evidence: string) =>
      await send(resolveDiscrepancy, { params: { id: String(id) }, body: { evidence } }),
    onSuccess: async () => {
      await refresh()
      onDone()
    },
    // Somebody else may have been faster: then it leaves the list here, too.
    onError: refresh,
  })
}

/** The milliseconds after which to fetch everything again, because the engine works on an action in the background. */
const refetchDelays = [1500, 5000, 15_000]

/** Shows the payment of the reply, and fetches everything that may have changed, now and a little later. */
function useKeep(onDone: (after: ExceptionDetails) => void) {
  const client = useQueryClient()
  return (payment: ExceptionDetails) => {
    showNow(client, paymentKey(payment.id), payment)
    const refresh = () => void client.invalidateQueries({ queryKey: [exceptionsKey] })
    refresh()
    for (const after of refetchDelays) setTimeout(refresh, after)
    onDone(payment)
  }
}

/** Fetches everything again after a failure, the history too: somebody else may have been faster. */
function useRefresh() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [exceptionsKey] })
}
