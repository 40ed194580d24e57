import { type Broadcast, moveBroadcast, readBroadcast } from '@portal/contract/broadcasts'
import type { BodyOf } from '@portal/contract/call'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { showNow } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'

export const keyOf = (id: number | null) => ['broadcasts', id] as const

const pollMilliseconds = 3000

/** Read again while it is on its way. Null: not asked for. */
export function useBroadcast(id: number | null) {
  return useQuery({
    queryKey: keyOf(id),
    enabled: id !== null,
    queryFn: async ({ signal }) => await send(readBroadcast, { params: { id: id ?? 0 }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.approved && !data.doneAt ? pollMilliseconds : false),
  })
}

/** Of the version that is shown. When another admin was faster, the page shows what they did. */
export function useMove({ id, version }: Broadcast, onOver: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (move: BodyOf<typeof moveBroadcast>['move']) =>
      await send(moveBroadcast, { params: { id }, body: { version, move } }),
    onSettled: () => {
      onOver()
      void client.invalidateQueries({ queryKey: ['broadcasts', 'list'] })
    },
    onError: (error) => {
      if (asProblem(error).name === 'state-changed') void client.invalidateQueries({ queryKey: keyOf(id), exact: true })
    },
    onSuccess: (now) => {
      if (now) showNow(client, keyOf(id), now)
      else void navigate({ to: paths.adminDashboard, search: { view: 'broadcasts' }, replace: true })
    },
  })
}
