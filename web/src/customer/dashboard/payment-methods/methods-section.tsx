import type { AutopayAgreement } from '@portal/contract/autopay'
import type { PayMethod } from '@portal/contract/bank-accounts'
import { mostSavedMethods, savedMethodTexts } from '@portal/contract/saved-methods'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import type { useSavedMethods } from '#payment/saved-methods/use-saved-methods.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { MethodRow } from './method-row.tsx'
import { UnverifiedRow } from './unverified-row.tsx'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './payment-methods.module.css'

interface MethodsSectionProps {
  readonly cards: ReturnType<typeof useSavedMethods>
  readonly agreements: readonly AutopayAgreement[]
  readonly onAdd: (method: PayMethod) => void
  readonly onDone: (text: string) => void
}

/** The customer's saved cards and bank accounts: add, name, make default, remove (R38). */
export function MethodsSection({ cards, agreements, onAdd, onDone }: MethodsSectionProps) {
  const all = cards.data ?? []
  const isFull = all.length >= mostSavedMethods
  const takesBankAccounts = usePortalStart().profile.bankPayments !== null
  return (
    <section className={box.card} aria-labelledby="saved-methods">
      <div className={dashboard.cardHead}>
        <h2 id="saved-methods">{t(takesBankAccounts ? 'Cards and bank accounts' : 'Cards')}</h2>
        {cards.isSuccess ? (
          <div className={classes.buttons}>
            <Button look="secondary" onClick={() => onAdd('card')}>
              {t(isFull ? 'Update a card' : savedMethodTexts.add)}
            </Button>
            {takesBankAccounts ? (
              <Button look="secondary" onClick={() => onAdd('bank')}>
                {t(savedMethodTexts.addBank)}
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
          <p className={classes.none}>{t(savedMethodTexts.none)}</p>
          <p className={classes.muted}>{t('Save one to pay without typing it again.')}</p>
        </div>
      ) : null}
      {all.length + cards.unverified.length > 0 ? (
        <ul className={classes.list}>
          {cards.unverified.map((account) => (
            <UnverifiedRow key={`unverified ${account.saving}`} account={account} onDone={onDone} />
          ))}
          {all.map((card) => (
            <MethodRow
              key={card.id}
              card={card}
              usedBy={agreements.filter((agreement) => agreement.card.id === card.id).map(({ accountId }) => accountId)}
              onRemoved={() => onDone(card.bankAccount ? savedMethodTexts.bankRemoved : savedMethodTexts.removed)}
            />
          ))}
        </ul>
      ) : null}
      {isFull ? (
        <p className={classes.muted}>
          {t(savedMethodTexts.tooMany)} {t('To update a card, enter it again.')}
        </p>
      ) : null}
    </section>
  )
}
