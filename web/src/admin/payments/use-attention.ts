import { countAttention } from '@portal/contract/attention-count'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** The query key of everything the money desk has fetched. */
export const deskKey = 'money-desk'

const minute = 60_000

/** The number of cases that need attention, and its text for screen readers. */
interface Attention {
  /** Such as `3` or `999+`. */
  readonly shown: string
  /** Such as `3 payments need attention`. */
  readonly words: string
}

/**
 * How many cases need attention, fetched every minute; null when there are none, it is unknown, or `isAsked` is false.
 */
export function useAttention(isAsked: boolean): Attention | null {
  const { data } = useQuery({
    queryKey: [deskKey, 'count'],
    queryFn: async ({ signal }) => await send(countAttention, { signal }),
    enabled: isAsked,
    refetchInterval: minute,
    // Components that show it at the same time share one request.
    staleTime: minute / 2,
  })
  if (!data) return null
  const { payments, discrepancies, isMore } = data
  const count = payments + discrepancies
  if (count === 0) return null
  const one = discrepancies === 0 ? 'payment' : 'case'
  const shown = `${count}${isMore ? '+' : ''}`
  return { shown, words: `${shown} ${count === 1 ? `${one} needs` : `${one}s need`} attention` }
}
