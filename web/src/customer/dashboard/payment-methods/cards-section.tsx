import type { AutopayAgreement } from '@portal/contract/autopay'
import type { PayMethod } from '@portal/contract/bank-accounts'
import { mostSavedCards, savedCardTexts } from '@portal/contract/saved-cards'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import type { useSavedCards } from '#payment/saved-cards/use-saved-cards.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { CardRow } from './card-row.tsx'
import { UnverifiedRow } from './unverified-row.tsx'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './payment-methods.module.css'

interface CardsSectionProps {
  readonly cards: ReturnType<typeof useSavedCards>
  readonly agreements: readonly AutopayAgreement[]
  readonly onAdd: (method: PayMethod) => void
  readonly onDone: (text: string) => void
}

/** The customer's saved cards and bank accounts: add, name, make default, remove (R38). */
export function CardsSection({ cards, agreements, onAdd, onDone }: CardsSectionProps) {
  const all = cards.data ?? []
  const isFull = all.length >= mostSavedCards
  const takesBankAccounts = usePortalStart().profile.bankPayments !== null
  return (
    <section className={box.card} aria-labelledby="saved-cards">
      <div className={dashboard.cardHead}>
        <h2 id="saved-cards">{t(takesBankAccounts ? 'Cards and bank accounts' : 'Cards')}</h2>
        {cards.isSuccess ? (
          <div className={classes.buttons}>
            <Button look="secondary" onClick={() => onAdd('card')}>
              {t(isFull ? 'Update a card' : savedCardTexts.add)}
            </Button>
            {takesBankAccounts ? (
              <Button look="secondary" onClick={() => onAdd('bank')}>
                {t(savedCardTexts.addBank)}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      <p className={classes.muted}>{t('Saved for your payments. The numbers stay with our payment processor.')}</p>
      {cards.error ? (
        <ProblemNotice
          problem={asProblem(cards.error).inWords(t('We couldn’t load your payment methods.'))}
          actions={<TryAgain onClick={() => void cards.refetch()} />}
        />
      ) : null}
      {cards.isPending ? <Loading what={t('Loading your payment methods')} rows={3} /> : null}
      {cards.isSuccess && all.length === 0 && cards.unverified.length === 0 ? (
        <div>
          <p className={classes.none}>{t(savedCardTexts.none)}</p>
          <p className={classes.muted}>{t('Save one to pay without typing it again.')}</p>
        </div>
      ) : null}
      {all.length + cards.unverified.length > 0 ? (
        <ul className={classes.list}>
          {cards.unverified.map((account) => (
            <UnverifiedRow key={`unverified ${account.saving}`} account={account} onDone={onDone} />
          ))}
          {all.map((card) => (
            <CardRow
              key={card.id}
              card={card}
              usedBy={agreements.filter((agreement) => agreement.card.id === card.id).map(({ accountId }) => accountId)}
              onRemoved={() => onDone(card.bankAccount ? savedCardTexts.bankRemoved : savedCardTexts.removed)}
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
