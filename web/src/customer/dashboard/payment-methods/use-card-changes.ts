import { makeDefaultCard, removeCard, renameCard, type SavedCard } from '@portal/contract/saved-cards'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { savedCardsKey } from '#payment/saved-cards/use-saved-cards.ts'
import { autopayKey } from '../autopay/use-autopay.ts'

type Change = { readonly to: 'rename'; readonly name: string } | { readonly to: 'default' | 'remove' }

/** Changes one card; every reply has the whole list. */
export function useCardChanges({ id }: Pick<SavedCard, 'id'>, onDone: (change: Change['to']) => void) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)
  const change = useMutation({
    mutationFn: async (wanted: Change) => {
      const params = { id }
      if (wanted.to === 'rename') {
        return await send(renameCard, { as: 'customer', params, body: { name: wanted.name } })
      }
      return await send(wanted.to === 'default' ? makeDefaultCard : removeCard, { as: 'customer', params, body: {} })
    },
    onSuccess: (list, { to }) => {
      setAsked(null)
      // AutoPay with that card has paused.
      if (to === 'remove') void queries.invalidateQueries({ queryKey: autopayKey })
      showNow(queries, savedCardsKey, list)
      onDone(to)
    },
    // Another tab may have removed it.
    onError: () => void queries.invalidateQueries({ queryKey: savedCardsKey }),
  })
  return { asked, ask: setAsked, change: change.mutate, isPending: change.isPending, error: change.error }
}
