import type { PayMethod } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import { mostSavedCards, type SavedCard, savedCardTexts } from '@portal/contract/saved-cards'
import { useState } from 'react'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { RadioCards } from '#ui/form/radio-cards.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { cardInWords, untilInWords, useSavedCards } from './use-saved-cards.ts'

/** With what of this method a customer pays: a saved one, this one or the default at first, or one that is typed and may be saved. */
export function useCardChoice(as: SessionKind, method: PayMethod, card?: number) {
  const saved = useSavedCards(as)
  const [chosen, setChosen] = useState<number | null | undefined>(card)
  const [saveCard, setSaveCard] = useState(false)
  // If they cannot be read, a card can still be typed.
  const all = saved.data ?? []
  const isBank = method === 'bank'
  const cards = all.filter(({ bankAccount, isBlocked }) => (bankAccount !== null) === isBank && !isBlocked)
  const [first] = cards
  const picked = cards.find(({ id }) => id === chosen) ?? (chosen === null ? undefined : first)
  const isWaiting = saved.isOn && saved.isPending
  const canSave = saved.isOn && saved.isSuccess && all.length < mostSavedCards
  return {
    choice: (
      <>
        {isWaiting ? <Loading what={t('Loading your payment methods')} rows={2} /> : null}
        {first ? (
          <RadioCards
            legend={t(savedCardTexts.payWith)}
            options={[
              ...cards.map(optionOf),
              { value: null, label: t(isBank ? savedCardTexts.anotherBank : savedCardTexts.another) },
            ]}
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
        label={t(isBank ? savedCardTexts.saveThisBank : savedCardTexts.saveThis)}
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
  const until = untilInWords(card)
  return card.name
    ? { value: card.id, label: card.name, detail: [inWords, until].filter(Boolean).join(' · ') }
    : { value: card.id, label: inWords, ...(until && { detail: until }) }
}
