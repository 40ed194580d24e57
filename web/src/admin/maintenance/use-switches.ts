import { adminMaintenanceTexts, switchEffects } from '@portal/contract/admin-maintenance-texts'
import type { BodyOf } from '@portal/contract/call'
import { readMaintenance, updateMaintenance } from '@portal/contract/maintenance'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { serverError } from '../server-error.ts'

type Thrown = BodyOf<typeof updateMaintenance>

const queryKey = ['maintenance'] as const

/** Another administrator may throw a switch too: what is shown is looked up again this often. */
const lookEveryMilliseconds = 10_000

/**
 * The two switches (A§4). Throwing one shows at once; when the server has done it a prompt says what customers see now,
 * and when it has not, the switch goes back (A§8).
 */
export function useSwitches() {
  const popup = usePopup()
  const client = useQueryClient()
  const switches = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Thrown[]> =>
      (await send(readMaintenance, { signal })).map(({ flag }, index) => ({ id: index === 0 ? 1 : 2, flag })),
    refetchInterval: lookEveryMilliseconds,
    refetchOnWindowFocus: true,
    networkMode: 'always',
  })
  const show = (thrown: Thrown) =>
    client.setQueryData<Thrown[]>(queryKey, (shown) => shown?.map((one) => (one.id === thrown.id ? thrown : one)))
  const change = useMutation({
    networkMode: 'always',
    // One after the other, so that the last press is what stays.
    scope: { id: 'maintenance' },
    mutationFn: async (thrown: Thrown) => await send(updateMaintenance, { body: thrown }),
    onSuccess: (_, { id, flag }) =>
      popup.show({ kind: 'success', message: `${adminMaintenanceTexts.updated}\n${switchEffects[id][flag]}` }),
    onError: (error, { id, flag }) => {
      show({ id, flag: flag === 0 ? 1 : 0 })
      popup.show({ kind: 'danger', message: serverError(error).message })
    },
    // Nothing is asked for again: servers remember a switch for a second, and would answer how it stood before.
  })
  return {
    switches,
    toggle: (thrown: Thrown) => {
      // What is on its way was true before the press.
      void client.cancelQueries({ queryKey })
      show(thrown)
      change.mutate(thrown)
    },
  }
}
