import type { AutopayAgreement } from '@portal/contract/autopay'
import { mostSavedCards, savedCardTexts } from '@portal/contract/saved-cards'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import type { useSavedCards } from '#payment/saved-cards/use-saved-cards.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { CardRow } from './card-row.tsx'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './payment-methods.module.css'

interface CardsSectionProps {
  readonly cards: ReturnType<typeof useSavedCards>
  readonly agreements: readonly AutopayAgreement[]
  readonly onAdd: () => void
  readonly onDone: (text: string) => void
}

/** The customer's saved cards: add, name, make default, remove (R38). */
export function CardsSection({ cards, agreements, onAdd, onDone }: CardsSectionProps) {
  const all = cards.data ?? []
  const isFull = all.length >= mostSavedCards
  return (
    <section className={box.card} aria-labelledby="saved-cards">
      <div className={dashboard.cardHead}>
        <h2 id="saved-cards">{t('Cards')}</h2>
        {cards.isSuccess ? (
          <Button look="secondary" onClick={onAdd}>
            {t(isFull ? 'Update a card' : savedCardTexts.add)}
          </Button>
        ) : null}
      </div>
      <p className={classes.muted}>
        {t('Cards saved for your payments. Your card number stays with our card processor.')}
      </p>
      {cards.error ? (
        <ProblemNotice
          problem={asProblem(cards.error).inWords(t('We couldn’t load your cards.'))}
          actions={<TryAgain onClick={() => void cards.refetch()} />}
        />
      ) : null}
      {cards.isPending ? <Loading what={t('Loading your cards')} rows={3} /> : null}
      {cards.isSuccess && all.length === 0 ? (
        <div>
          <p className={classes.none}>{t(savedCardTexts.none)}</p>
          <p className={classes.muted}>{t('Save a card to pay without typing it again.')}</p>
        </div>
      ) : null}
      {all.length > 0 ? (
        <ul className={classes.list}>
          {all.map((card) => (
            <CardRow
              key={card.id}
              card={card}
              usedBy={agreements.filter((agreement) => agreement.card.id === card.id).map(({ accountId }) => accountId)}
              onRemoved={() => onDone(savedCardTexts.removed)}
            />
          ))}
        </ul>
      ) : null}
      {isFull ? (
        <p className={classes.muted}>
          {t(savedCardTexts.tooMany)} {t('To update a card, enter it again.')}
        </p>
      ) : null}
    </section>
  )
}
