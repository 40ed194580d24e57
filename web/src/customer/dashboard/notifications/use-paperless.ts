import type { AccountNumber } from '@portal/contract/ids'
import { choosePaperless, readPaperless } from '@portal/contract/paperless'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { notificationsKey } from './use-notifications.ts'

/** Below the notifications: a confirmed address begins what was asked for. */
const key = [...notificationsKey, 'paperless'] as const

export function usePaperless() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => await send(readPaperless, { as: 'customer', signal }),
  })
}

/** Takes effect when it is pressed; the first press also sends the code for an address that is not confirmed. */
export function useChoosePaperless() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'paperless-choice' },
    mutationFn: async (body: { readonly accountId: AccountNumber | 'all'; readonly isOn: boolean }) =>
      await send(choosePaperless, { as: 'customer', body }),
    onSuccess: (now) => {
      showNow(queries, key, now)
      void queries.invalidateQueries({ queryKey: notificationsKey, exact: true })
    },
    onError: () => void queries.invalidateQueries({ queryKey: key }),
  })
}
