import { makeDefaultMethod, removeMethod, renameMethod, type SavedMethod } from '@portal/contract/saved-methods'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { savedMethodsKey } from '#payment/saved-methods/use-saved-methods.ts'
import { autopayKey } from '../autopay/use-autopay.ts'

type Change = { readonly to: 'rename'; readonly name: string } | { readonly to: 'default' | 'remove' }

/** Changes one card; every reply has the whole list. */
export function useMethodChanges({ id }: Pick<SavedMethod, 'id'>, onDone: (change: Change['to']) => void) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const change = useMutation({
    mutationFn: async (wanted: Change) => {
      const params = { id }
      if (wanted.to === 'rename') {
        return await send(renameMethod, { as: 'customer', params, body: { name: wanted.name } })
      }
      return await send(wanted.to === 'default' ? makeDefaultMethod : removeMethod, {
        as: 'customer',
        params,
        body: {},
      })
    },
    onSuccess: (list, { to }) => {
      setAsked(null)
      // AutoPay with that card has paused.
      if (to === 'remove') void queries.invalidateQueries({ queryKey: autopayKey })
      showNow(queries, savedMethodsKey, list)
      onDone(to)
    },
    // Another tab may have removed it.
    onError: () => void queries.invalidateQueries({ queryKey: savedMethodsKey }),
  })
  return { asked, ask: setAsked, change: change.mutate, isPending: change.isPending, error: change.error }
}
