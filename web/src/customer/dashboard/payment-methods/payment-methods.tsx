import { mostSavedCards, savedCardTexts } from '@portal/contract/saved-cards'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { useSavedCards } from '#payment/saved-cards/use-saved-cards.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { ViewProps } from '../accounts/use-accounts.ts'
import { AddCard } from './add-card.tsx'
import { CardRow } from './card-row.tsx'
import { ScheduledPayments } from './scheduled-payments.tsx'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './payment-methods.module.css'

/** The customer's saved cards: add, name, make default, remove (R38). */
export function PaymentMethods({ accounts }: Pick<ViewProps, 'accounts'>) {
  const cards = useSavedCards('customer')
  const [isAdding, setAdding] = useState(false)
  const [done, setDone] = useState<{ text: string; times: number }>({ text: '', times: 0 })
  const say = (text: string) => setDone(({ times }) => ({ text, times: times + 1 }))
  if (isAdding) {
    return (
      <AddCard
        onDone={(isSaved) => {
          setAdding(false)
          say(isSaved ? savedCardTexts.added : '')
        }}
      />
    )
  }
  const all = cards.data ?? []
  const isFull = all.length >= mostSavedCards
  return (
    <div className={`${dashboard.page} ${dashboard.narrow}`}>
      {/* A new heading after each change takes the focus, because the pressed button may be gone. */}
      <PageHeading key={done.times} title={t(savedCardTexts.title)} />
      <p className={dashboard.lead}>{t(savedCardTexts.lead)}</p>
      {done.text ? <Notice tone="success" role="status" title={t(done.text)} /> : null}
      {cards.error ? (
        <ProblemNotice
          problem={asProblem(cards.error).inWords(t(savedCardTexts.loadFailed))}
          actions={<TryAgain onClick={() => void cards.refetch()} />}
        />
      ) : null}
      {cards.isPending ? <Loading what={t('Loading your cards')} rows={3} /> : null}
      {cards.isSuccess ? (
        <section className={box.card}>
          {all.length === 0 ? (
            <div>
              <p className={classes.none}>{t(savedCardTexts.none)}</p>
              <p className={classes.muted}>{t(savedCardTexts.noneHint)}</p>
            </div>
          ) : (
            <ul className={classes.list}>
              {all.map((card) => (
                <CardRow key={card.id} card={card} onRemoved={() => say(savedCardTexts.removed)} />
              ))}
            </ul>
          )}
          {isFull ? (
            <p className={classes.muted}>{t(savedCardTexts.tooMany)}</p>
          ) : (
            <div>
              <Button onClick={() => setAdding(true)}>{t(savedCardTexts.add)}</Button>
            </div>
          )}
        </section>
      ) : null}
      <ScheduledPayments accounts={accounts} />
    </div>
  )
}
