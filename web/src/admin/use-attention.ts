import { countAttention } from '@portal/contract/attention-count'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** Names everything the money desk has asked the server. */
export const deskKey = 'money-desk'

const minute = 60_000

/** What needs attention: a number to show, and the words for those who listen. */
export interface Attention {
  /** `3`, `999+`. */
  readonly shown: string
  /** `3 payments need attention`. */
  readonly words: string
}

/** How much needs attention; null when nothing does, nobody knows, or it is not asked. Asked every minute. */
export function useAttention(isAsked: boolean): Attention | null {
  const { data } = useQuery({
    queryKey: [deskKey, 'count'],
    queryFn: async ({ signal }) => await send(countAttention, { signal }),
    enabled: isAsked,
    refetchInterval: minute,
    // Those who show it beside each other ask once.
    staleTime: minute / 2,
    networkMode: 'always',
  })
  if (!data) return null
  const { payments, discrepancies, isMore } = data
  const count = payments + discrepancies
  if (count === 0) return null
  const one = discrepancies === 0 ? 'payment' : 'case'
  const shown = `${count}${isMore ? '+' : ''}`
  return { shown, words: `${shown} ${count === 1 ? `${one} needs` : `${one}s need`} attention` }
}
