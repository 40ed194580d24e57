import { wordsOfMethod } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import type { CalendarDate } from '@portal/contract/dates'
import { endsBefore, listSavedMethods, type SavedMethod, savedMethodTexts } from '@portal/contract/saved-methods'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

export const savedMethodsKey = ['saved-methods'] as const

/** The customer's saved cards, the default first; not asked for where there are none to have. */
export function useSavedMethods(as: SessionKind) {
  const { savesCards } = usePortalStart()
  const isOn = savesCards === true && as === 'customer'
  const query = useQuery({
    queryKey: savedMethodsKey,
    queryFn: async ({ signal }) => await send(listSavedMethods, { as: 'customer', signal }),
    enabled: isOn,
  })
  return { ...query, data: query.data?.cards, unverified: query.data?.unverified ?? [], isOn }
}

/** Such as `Visa ending in 4242`: the one form for a card, and for a bank account. */
export function methodInWords(method: Parameters<typeof wordsOfMethod>[0]): string {
  const { text, values } = wordsOfMethod(method)
  return t<string>(text, values)
}

/** `12/30` for `2030-12`. */
export function expiryInWords(expires: string): string {
  return `${expires.slice(5)}/${expires.slice(2, 4)}`
}

/** Until when it is good; null for a bank account. */
export function untilInWords({ expires, isExpired }: Pick<SavedMethod, 'expires' | 'isExpired'>): string | null {
  if (expires === null) return null
  return isExpired ? t(savedMethodTexts.expired) : t('Expires {date}', { date: expiryInWords(expires) })
}

/** What it means that a card expires before it is charged; null if it doesn't. */
export function endsBeforeInWords({ expires }: Pick<SavedMethod, 'expires'>, day: CalendarDate): string | null {
  if (expires === null || !endsBefore(expires, day)) return null
  return t(
    'This card expires {expires}, before {day}. If your bank renews it, we can still charge it. If not, choose another card.',
    { expires: expiryInWords(expires), day: formatDate(day) },
  )
}
