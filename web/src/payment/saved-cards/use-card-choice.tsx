import type { SessionKind } from '@portal/contract/call'
import { mostSavedCards, type SavedCard, savedCardTexts } from '@portal/contract/saved-cards'
import { useState } from 'react'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { RadioCards } from '#ui/form/radio-cards.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { cardInWords, expiryInWords, useSavedCards } from './use-saved-cards.ts'

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
        {first ? (
          <RadioCards
            legend={t(savedCardTexts.payWith)}
            options={[...cards.map(optionOf), { value: null, label: t(savedCardTexts.another) }]}
            chosen={picked?.id ?? null}
            onChoose={setChosen}
          />
        ) : null}
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
    picked: picked ?? null,
    paid: {
      savedCard: picked?.id ?? null,
      saveCard: canSave && saveCard,
      onCardGone: () => void saved.refetch(),
    },
  }
}

function optionOf(card: SavedCard) {
  const inWords = cardInWords(card)
  const until = card.isExpired ? t(savedCardTexts.expired) : t('Expires {date}', { date: expiryInWords(card) })
  return card.name
    ? { value: card.id, label: card.name, detail: `${inWords} · ${until}` }
    : { value: card.id, label: inWords, detail: until }
}
