import type { SessionKind } from '@portal/contract/call'
import { mostSavedCards, savedCardTexts } from '@portal/contract/saved-cards'
import { useState } from 'react'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { SavedCardChoice } from './saved-card-choice.tsx'
import { useSavedCards } from './use-saved-cards.ts'

/** How a customer pays: with a saved card, this one or the default at first, or with one that is typed and may be saved. */
export function useCardChoice(as: SessionKind, card?: number) {
  const saved = useSavedCards(as)
  const [chosen, setChosen] = useState<number | null | undefined>(card)
  const [saveCard, setSaveCard] = useState(false)
  // If they cannot be read, a card can still be typed.
  const cards = saved.data ?? []
  const [first] = cards
  const picked = cards.find(({ id }) => id === chosen) ?? (chosen === null ? undefined : first)
  const isWaiting = saved.isOn && saved.isPending
  const canSave = saved.isOn && saved.isSuccess && cards.length < mostSavedCards
  return {
    choice: (
      <>
        {isWaiting ? <Loading what={t('Loading your cards')} rows={2} /> : null}
        {first ? <SavedCardChoice cards={cards} chosen={picked?.id ?? null} onChoose={setChosen} /> : null}
      </>
    ),
    isTyped: !isWaiting && picked === undefined,
    saving: canSave ? (
      <CheckboxField
        id="save-card"
        label={t(savedCardTexts.saveThis)}
        error={null}
        required={false}
        checked={saveCard}
        onChange={setSaveCard}
      />
    ) : null,
    brand: picked?.brand ?? null,
    paid: {
      savedCard: picked?.id ?? null,
      saveCard: canSave && saveCard,
      onCardGone: () => void saved.refetch(),
    },
  }
}
