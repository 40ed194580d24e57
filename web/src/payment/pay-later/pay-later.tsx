import { payMethodOf } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import { CalendarDate, daysAfter } from '@portal/contract/dates'
import { sumCents } from '@portal/contract/money'
import { isPayable, smallestPayment } from '@portal/contract/owed'
import type { SavedMethod } from '@portal/contract/saved-methods'
import {
  furthestSchedule,
  mostScheduledAccounts,
  scheduledDateError,
  type ScheduledItem,
  type ScheduledPayment,
  scheduledPaymentTexts as texts,
} from '@portal/contract/scheduled-payments'
import { useId, useMemo, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { RadioCards } from '#ui/form/radio-cards.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { OrderLine } from '../accounts-to-pay/order.ts'
import { AuthorizationWords } from '../bank/authorization-words.tsx'
import { feeShown, useServiceFees } from '../fees/use-fee.tsx'
import { useScheduleChange, useSchedules } from './use-schedules.ts'
import { planInWords, useScheduledDebit, WhatFollows } from './what-follows.tsx'
import layout from '#ui/form/form-layout.module.css'

interface PayLaterOptions {
  readonly as: SessionKind
  readonly lines: readonly OrderLine[]
  /** The saved card or bank account that pays; null while one is typed, which can't be charged later. */
  readonly card: SavedMethod | null
  readonly onMethodGone: () => void
}

/** A customer's payment on a later day instead of now (R40), with all else that was chosen. */
export function usePayLater({ as, lines, card, onMethodGone }: PayLaterOptions) {
  const { savesCards } = usePortalStart()
  const { fees, onRules } = useServiceFees()
  const schedules = useSchedules({ enabled: as === 'customer' && savesCards === true })
  const [isLater, setLater] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const [scheduledFor, setScheduledFor] = useState<string | null>(null)
  const today = schedules.data?.today ?? null
  const fields = useMemo(() => ({ payOn: dayField(today) }), [today])
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields)
  const change = useScheduleChange({
    onDone: () => setScheduledFor(card && planInWords(CalendarDate.parse(form.getValues().payOn), lines, card, fees)),
    onError: (error) => {
      const problem = asProblem(error)
      onRules(problem.serviceFees)
      if (problem.name === 'no-such-card') onMethodGone()
      refuse(problem.errors)
    },
  })
  const plan = { payOn: form.values.payOn, known: schedules.data, lines, card }
  const debit = useScheduledDebit(plan)
  const wordsId = useId()
  const whyNot = whyNotLater(lines)
  const isPossible = card !== null && whyNot === null
  const isChosen = isLater && isPossible && today !== null
  return {
    /** Whether a later day is chosen: then the form schedules, and does not pay. */
    isChosen,
    attempt,
    errors,
    onSubmit: onSubmit(({ payOn }) => {
      if (card === null) return
      const accounts = lines.map(({ account, amount }) => ({ accountId: account.accID, amount }))
      const shown = { ...feeShown(fees, payMethodOf(card), lines), ...(debit && { authorization: debit.words }) }
      change.mutate({
        to: 'schedule',
        body: { payOn: CalendarDate.parse(payOn), savedMethod: card.id, accounts, ...shown, key },
      })
    }),
    problem:
      isChosen && change.error && errors.length === 0 ? <ProblemNotice problem={asProblem(change.error)} /> : null,
    choice: (
      <>
        {card !== null && whyNot !== null && schedules.isSuccess ? <p>{whyNot}</p> : null}
        {isPossible && schedules.isLoading ? <Loading what={t('Loading your scheduled payments')} rows={2} /> : null}
        {isPossible && today !== null ? (
          <RadioCards
            legend={t('When to pay')}
            options={[
              { value: false, label: t(texts.payNow) },
              { value: true, label: t(texts.payLater), detail: t('On a day you choose') },
            ]}
            chosen={isLater}
            onChoose={setLater}
          />
        ) : null}
      </>
    ),
    day: isChosen ? (
      <>
        <Fields form={form} of={fields} />
        <WhatFollows {...plan} />
        <div className={layout.actions}>
          {debit ? <AuthorizationWords id={wordsId} {...debit} /> : null}
          <Button type="submit" wide large busy={change.isPending} describedBy={debit ? wordsId : undefined}>
            {debit?.button ?? t(texts.scheduleThis)}
          </Button>
        </div>
      </>
    ) : null,
    isScheduling: change.isPending,
    /** What is scheduled for these accounts, for somebody who pays now. */
    coming: isChosen ? null : <Coming payments={schedules.data?.payments ?? []} lines={lines} />,
    /** What will be charged, once it is scheduled. */
    scheduledFor,
  }
}

/** @param today the utility's; null until it is known */
export function dayField(today: CalendarDate | null) {
  const limits = today && { min: daysAfter(today, 1), max: daysAfter(today, furthestSchedule) }
  return text({ id: 'pay-on', type: 'date', label: t(texts.date), hint: t(texts.dateHint), ...limits }, (value) => {
    const day = CalendarDate.safeParse(value)
    if (!day.success) return t(texts.dateInvalid)
    const error = today && scheduledDateError(day.data, today)
    return error === null ? undefined : t(error)
  })
}

/** Null when it can be. */
function whyNotLater(lines: readonly OrderLine[]): string | null {
  if (lines.length > mostScheduledAccounts)
    return t('Pay later takes up to {count} accounts.', { count: mostScheduledAccounts })
  if (lines.some(({ account }) => !account.isActive)) return t('A closed account can only be paid now.')
  if (lines.every(({ amount }) => isPayable(amount))) return null
  return t('To pay later, pay {least} or more on each account.', { least: dollars(smallestPayment) })
}

interface ComingProps {
  readonly payments: readonly ScheduledPayment[]
  readonly lines: readonly OrderLine[]
}

const mostNamed = 3

function Coming({ payments, lines }: ComingProps) {
  const accounts = new Set(lines.map(({ account }) => account.accID))
  const coming = payments.flatMap(({ items }) =>
    items.filter(({ accountId, state }) => accounts.has(accountId) && isToCome(state)),
  )
  if (coming.length === 0) return null
  return (
    <Notice tone="info">
      {coming.length > mostNamed ? (
        <p>{t('Payments of these accounts are scheduled. If you pay now, they charge only what’s left.')}</p>
      ) : null}
      {(coming.length > mostNamed ? [] : coming).map(({ accountId, amount, fee, chargeOn }) => (
        <p key={`${accountId} ${chargeOn}`}>
          {t(
            'A payment of {amount} for account {account} is scheduled for {day}. If you pay now, it charges only what’s left.',
            { amount: dollars(sumCents([amount, fee])), account: accountId, day: formatDate(chargeOn) },
          )}
        </p>
      ))}
    </Notice>
  )
}

function isToCome(state: ScheduledItem['state']): boolean {
  return state === 'planned' || state === 'late' || state === 'retry'
}

interface ScheduledProps {
  /** What will be charged, in a sentence. */
  readonly children: string
  readonly onClose: () => void
}

/** Takes the place of the form. */
export function Scheduled({ children, onClose }: ScheduledProps) {
  return (
    <Dialog
      open
      title={t(texts.isScheduled)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Done')}</Button>
          <ButtonLink look="quiet" to={paths.dashboard} search={{ view: 'payment-methods' }}>
            {t(texts.see)}
          </ButtonLink>
        </>
      }
    >
      <Notice tone="success" title={children}>
        <p>
          {t('We emailed you the details.')}{' '}
          {t('You can change or cancel this until 11:59 PM the day before. We email you that day.')}
        </p>
      </Notice>
    </Dialog>
  )
}
