import { sumCents } from '@portal/contract/money'
import {
  debitStateTexts,
  scheduledPaymentTexts as texts,
  type ScheduledPayment,
  scheduledStateTexts,
} from '@portal/contract/scheduled-payments'
import { Suspense, useId, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { useScheduleChange, useSchedules } from '#payment/pay-later/use-schedules.ts'
import { methodInWords, endsBeforeInWords, useSavedMethods } from '#payment/saved-methods/use-saved-methods.ts'
import { Button, TryAgain } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { Accounts } from '../accounts/use-accounts.ts'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'
import classes from './payment-methods.module.css'

const ScheduleForm = lazyComponent(async () => (await import('./schedule-form.tsx')).ScheduleForm)

/** Payments that the customer has set for a later day: list, schedule, change, cancel (R40). */
export function ScheduledPayments({ accounts }: { readonly accounts: Accounts }) {
  const schedules = useSchedules()
  const cards = useSavedMethods('customer')
  const takesBanks = usePortalStart().profile.bankPayments !== null
  const [opened, setOpened] = useState<'new' | ScheduledPayment | null>(null)
  const [done, setDone] = useState('')
  const titleId = useId()
  const close = () => setOpened(null)
  const open = (what: 'new' | ScheduledPayment) => {
    setDone('')
    setOpened(what)
  }
  const all = (cards.data ?? []).filter((card) => !card.isBlocked && (takesBanks || card.bankAccount === null))
  const hasCard = all.length > 0
  return (
    <section className={box.card} aria-labelledby={titleId}>
      <div className={dashboard.cardHead}>
        <h2 id={titleId}>{t(texts.title)}</h2>
        {hasCard && schedules.isSuccess ? (
          <Button look="secondary" onClick={() => open('new')}>
            {t(texts.schedule)}
          </Button>
        ) : null}
      </div>
      {done ? <Notice key={done} tone="success" role="status" takesFocus title={t(done)} /> : null}
      {schedules.error ? (
        <ProblemNotice
          problem={asProblem(schedules.error).inWords(t('We couldn’t load your scheduled payments.'))}
          actions={<TryAgain onClick={() => void schedules.refetch()} />}
        />
      ) : null}
      {schedules.isPending ? <Loading what={t('Loading your scheduled payments')} rows={2} /> : null}
      {schedules.data?.payments.length === 0 ? (
        <div>
          <p className={classes.none}>{t(texts.none)}</p>
          <p className={classes.muted}>{t(hasCard || !cards.isSuccess ? texts.noneHint : texts.needsCard)}</p>
        </div>
      ) : null}
      {schedules.data && schedules.data.payments.length > 0 ? (
        <ul className={classes.list}>
          {schedules.data.payments.map((payment) => (
            <ScheduleRow
              key={payment.id}
              payment={payment}
              onChange={() => open(payment)}
              onAsk={() => setDone('')}
              onCanceled={() => setDone(texts.canceled)}
            />
          ))}
        </ul>
      ) : null}
      {opened && schedules.data ? (
        <Suspense>
          <ScheduleForm
            accounts={accounts}
            cards={all}
            known={schedules.data}
            payment={opened === 'new' ? null : opened}
            onClose={close}
            onDone={() => {
              close()
              setDone(opened === 'new' ? texts.scheduled : texts.changed)
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

interface RowProps {
  readonly payment: ScheduledPayment
  readonly onChange: () => void
  readonly onAsk: () => void
  readonly onCanceled: () => void
}

function ScheduleRow({ payment, onChange, onAsk, onCanceled }: RowProps) {
  const [isAsking, setAsking] = useState(false)
  const { payOn, items, card, total, canChange, canCancel } = payment
  const day = formatDate(payOn)
  const ends = endsBeforeInWords(card, payOn)
  const stateTexts = card.bankAccount === null ? scheduledStateTexts : debitStateTexts
  const of = (
    <HiddenText>
      : {day}, {dollars(total)}
    </HiddenText>
  )
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <div className={classes.head}>
          <h3>
            {day} · {dollars(total)}
          </h3>
        </div>
        <p className={classes.muted}>
          {plural(items.length, '1 account', '{count} accounts')} · {methodInWords(card)}
        </p>
        {ends && canChange && !card.isRemoved ? <p className={classes.warning}>{ends}</p> : null}
        {card.isRemoved && canChange ? (
          <p className={classes.warning}>{t('The payment method was removed. Choose another one.')}</p>
        ) : null}
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={item.accountId}>
              <span>{t('Account {account}', { account: item.accountId })}</span>
              <span>{dollars(item.paid ?? sumCents([item.amount, item.fee]))}</span>
              {item.state === 'planned' ? null : <Chip tone={toneOf[item.state]}>{t(stateTexts[item.state])}</Chip>}
              {item.chargeOn > payOn ? <span>{t('on {day}', { day: formatDate(item.chargeOn) })}</span> : null}
              {item.answersBy ? (
                <span>{t('Your bank confirms by {day}.', { day: formatDate(item.answersBy) })}</span>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.buttons}>
        {canChange ? (
          <Button look="quiet" onClick={onChange}>
            {t('Change')}
            {of}
          </Button>
        ) : null}
        {canCancel ? (
          <Button
            look="quiet"
            onClick={() => {
              onAsk()
              setAsking(true)
            }}
          >
            {t(texts.cancel)}
            {of}
          </Button>
        ) : null}
      </div>
      {isAsking ? <CancelDialog payment={payment} onClose={() => setAsking(false)} onCanceled={onCanceled} /> : null}
    </li>
  )
}

const toneOf: Readonly<Record<ScheduledPayment['items'][number]['state'], ChipTone>> = {
  planned: 'none',
  late: 'waiting',
  sending: 'waiting',
  submitted: 'waiting',
  retry: 'waiting',
  paid: 'good',
  reversed: 'bad',
  failed: 'bad',
  notCharged: 'none',
}

interface CancelDialogProps {
  readonly payment: ScheduledPayment
  readonly onClose: () => void
  readonly onCanceled: () => void
}

function CancelDialog({ payment: { id, payOn, total }, onClose, onCanceled }: CancelDialogProps) {
  const change = useScheduleChange({ onDone: onCanceled })
  return (
    <Dialog
      open
      urgent
      title={t(texts.cancelTitle)}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('Keep payment')}
          </Button>
          <Button look="danger" busy={change.isPending} onClick={() => change.mutate({ to: 'cancel', id })}>
            {t(texts.cancel)}
          </Button>
        </>
      }
    >
      <p>
        <strong>
          {formatDate(payOn)} · {dollars(total)}
        </strong>
      </p>
      <p>{t('We won’t charge anything. You still owe this amount.')}</p>
      {change.error ? <ProblemNotice problem={asProblem(change.error)} /> : null}
    </Dialog>
  )
}
