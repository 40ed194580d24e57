import type { BodyOf } from '@portal/contract/call'
import {
  cancelScheduledPayment,
  changeScheduledPayment,
  listScheduledPayments,
  schedulePayment,
} from '@portal/contract/scheduled-payments'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'

const schedulesKey = ['scheduled-payments'] as const

export function useSchedules({ enabled = true }: { readonly enabled?: boolean } = {}) {
  return useQuery({
    enabled,
    queryKey: schedulesKey,
    queryFn: async ({ signal }) => await send(listScheduledPayments, { as: 'customer', signal }),
  })
}

export type Order = BodyOf<typeof changeScheduledPayment>

type Change =
  | { readonly to: 'schedule'; readonly body: BodyOf<typeof schedulePayment> }
  | { readonly to: 'change'; readonly id: number; readonly body: Order }
  | { readonly to: 'cancel'; readonly id: number }

/** Every reply has the whole list. */
export function useScheduleChange({ onDone, onError }: { onDone: () => void; onError?: (error: Error) => void }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change) => {
      if (change.to === 'schedule') return await send(schedulePayment, { as: 'customer', body: change.body })
      const params = { id: change.id }
      return change.to === 'change'
        ? await send(changeScheduledPayment, { as: 'customer', params, body: change.body })
        : await send(cancelScheduledPayment, { as: 'customer', params, body: {} })
    },
    onSuccess: (list) => {
      showNow(queries, schedulesKey, list)
      onDone()
    },
    onError: (error) => {
      // Another tab or the day itself may have changed it.
      void queries.invalidateQueries({ queryKey: schedulesKey })
      onError?.(error)
    },
  })
}
