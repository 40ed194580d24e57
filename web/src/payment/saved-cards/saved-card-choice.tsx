import { type SavedCard, savedCardTexts } from '@portal/contract/saved-cards'
import { useId } from 'react'
import { t } from '#ui/text/t.ts'
import { cardInWords, expiryInWords } from './use-saved-cards.ts'
import classes from './saved-card-choice.module.css'

interface SavedCardChoiceProps {
  readonly cards: readonly SavedCard[]
  /** Null for another card, which is typed. */
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
}

/** One of the saved cards, or another one. */
export function SavedCardChoice({ cards, chosen, onChoose }: SavedCardChoiceProps) {
  const group = useId()
  const radio = (id: number | null) => (
    <input type="radio" name={group} checked={chosen === id} onChange={() => onChoose(id)} />
  )
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>{t(savedCardTexts.payWith)}</legend>
      {cards.map((card) => (
        <label key={card.id} className={classes.card}>
          {radio(card.id)}
          <span>
            <strong>{card.name || cardInWords(card)}</strong>{' '}
            <span className={classes.detail}>
              {card.name ? `${cardInWords(card)} · ` : ''}
              {card.isExpired ? t(savedCardTexts.expired) : t('Expires {date}', { date: expiryInWords(card) })}
            </span>
          </span>
        </label>
      ))}
      <label className={classes.card}>
        {radio(null)}
        <strong>{t(savedCardTexts.another)}</strong>
      </label>
    </fieldset>
  )
}
