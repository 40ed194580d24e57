import type { PayMethod } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import { mostSavedMethods, type SavedMethod, savedMethodTexts } from '@portal/contract/saved-methods'
import { useState } from 'react'
import { CheckboxField } from '#ui/form/checkbox-field.tsx'
import { RadioCards } from '#ui/form/radio-cards.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { methodInWords, untilInWords, useSavedMethods } from './use-saved-methods.ts'

/** With what of this method a customer pays: a saved one, this one or the default at first, or one that is typed and may be saved. */
export function useSavedChoice(as: SessionKind, method: PayMethod, card?: number) {
  const saved = useSavedMethods(as)
  const [chosen, setChosen] = useState<number | null | undefined>(card)
  const [saveMethod, setSaveMethod] = useState(false)
  // If they cannot be read, a card can still be typed.
  const all = saved.data ?? []
  const isBank = method === 'bank'
  const cards = all.filter(({ bankAccount, isBlocked }) => (bankAccount !== null) === isBank && !isBlocked)
  const [first] = cards
  const picked = cards.find(({ id }) => id === chosen) ?? (chosen === null ? undefined : first)
  const isWaiting = saved.isOn && saved.isPending
  const canSave = saved.isOn && saved.isSuccess && all.length < mostSavedMethods
  return {
    choice: (
      <>
        {isWaiting ? <Loading what={t('Loading your payment methods')} rows={2} /> : null}
        {first ? (
          <RadioCards
            legend={t(savedMethodTexts.payWith)}
            options={[
              ...cards.map(optionOf),
              { value: null, label: t(isBank ? savedMethodTexts.anotherBank : savedMethodTexts.another) },
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
        label={t(isBank ? savedMethodTexts.saveThisBank : savedMethodTexts.saveThis)}
        error={null}
        required={false}
        checked={saveMethod}
        onChange={setSaveMethod}
      />
    ) : null,
    picked: picked ?? null,
    paid: {
      savedMethod: picked?.id ?? null,
      saveMethod: canSave && saveMethod,
      onMethodGone: () => void saved.refetch(),
    },
  }
}

function optionOf(card: SavedMethod) {
  const inWords = methodInWords(card)
  const until = untilInWords(card)
  return card.name
    ? { value: card.id, label: card.name, detail: [inWords, until].filter(Boolean).join(' · ') }
    : { value: card.id, label: inWords, ...(until && { detail: until }) }
}
