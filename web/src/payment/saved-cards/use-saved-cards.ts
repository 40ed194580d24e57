import type { SessionKind } from '@portal/contract/call'
import { cardWords } from '@portal/contract/card'
import type { CalendarDate } from '@portal/contract/dates'
import { endsBefore, listSavedCards, type SavedCard } from '@portal/contract/saved-cards'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

export const savedCardsKey = ['saved-cards'] as const

/** The customer's saved cards, the default first; not asked for where there are none to have. */
export function useSavedCards(as: SessionKind) {
  const { savesCards } = usePortalStart()
  const isOn = savesCards === true && as === 'customer'
  const query = useQuery({
    queryKey: savedCardsKey,
    queryFn: async ({ signal }) => (await send(listSavedCards, { as: 'customer', signal })).cards,
    enabled: isOn,
  })
  return { ...query, isOn }
}

/** Such as `Visa ending in 4242`: the one form for a card. */
export function cardInWords({ brand, lastFour }: { readonly brand: string; readonly lastFour: string }): string {
  return t(cardWords, { brand, lastFour })
}

/** `12/30` for `2030-12`. */
export function expiryInWords({ expires }: Pick<SavedCard, 'expires'>): string {
  return `${expires.slice(5)}/${expires.slice(2, 4)}`
}

/** What it means that a card expires before it is charged; null if it doesn't. */
export function endsBeforeInWords({ expires }: Pick<SavedCard, 'expires'>, day: CalendarDate): string | null {
  if (!endsBefore(expires, day)) return null
  return t(
    'This card expires {expires}, before {day}. If your bank renews it, we can still charge it. If not, choose another card.',
    { expires: expiryInWords({ expires }), day: formatDate(day) },
  )
}
