import { payMethodOf } from '@portal/contract/bank-accounts'
import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { type Cents, noCents, sumCents } from '@portal/contract/money'
import { isDue, isPayable, largestPayment, mostOfOnePayment } from '@portal/contract/owed'
import { paymentTexts } from '@portal/contract/payments'
import type { SavedMethod } from '@portal/contract/saved-methods'
import {
  mostScheduledAccounts,
  type ScheduledPayment,
  type ScheduledPayments,
  scheduledPaymentTexts as texts,
} from '@portal/contract/scheduled-payments'
import { useId, useMemo, useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import { AuthorizationWords } from '#payment/bank/authorization-words.tsx'
import { feeShown, useServiceFees } from '#payment/fees/use-fee.tsx'
import { dayField } from '#payment/pay-later/pay-later.tsx'
import { useScheduleChange } from '#payment/pay-later/use-schedules.ts'
import { useScheduledDebit, WhatFollows } from '#payment/pay-later/what-follows.tsx'
import { methodInWords, expiryInWords } from '#payment/saved-methods/use-saved-methods.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { ErrorText, SelectField } from '#ui/form/field.tsx'
import { choice, Fields, own } from '#ui/form/fields.tsx'
import { MoneyInput } from '#ui/form/money-input.tsx'
import { filled, useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { type Accounts, accountOption, type ShownRow } from '../accounts/use-accounts.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from './payment-methods.module.css'

interface Line {
  readonly accountId: string
  readonly amount: Cents
}

interface ScheduleFormProps {
  readonly accounts: Accounts
  readonly cards: readonly SavedMethod[]
  readonly known: ScheduledPayments
  /** The one to change, with its accounts; null to schedule another. */
  readonly payment: ScheduledPayment | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Day, payment method, and the amount of each account. */
export function ScheduleForm({ accounts, cards, known, payment, onClose, onDone }: ScheduleFormProps) {
  const [key] = useState(() => crypto.randomUUID())
  const payable = accounts.rows.filter(({ row }) => row && row.isActive && cannotPayReason(row) === null)
  const fields = useMemo(() => fieldsFor(known.today), [known.today])
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, {
    initial: { ...beginning(payment, payable), card: String(cardOf(payment, cards)) },
  })
  const { fees, onRules } = useServiceFees()
  const change = useScheduleChange({
    onDone,
    onError: (error) => {
      const refusal = asProblem(error)
      onRules(refusal.serviceFees)
      refuse(refusal.errors)
    },
  })
  const problem = change.error ? asProblem(change.error) : null
  const { lines } = form.values
  const ordered = lines.flatMap(({ accountId, amount }) => {
    const account = accounts.rows.find(({ accID }) => accID === accountId)?.row
    return account ? [{ account, amount }] : []
  })
  const plan = {
    payOn: form.values.payOn,
    known,
    lines: ordered.length === lines.length ? ordered : [],
    card: cards.find(({ id }) => String(id) === form.values.card) ?? null,
  }
  const debit = useScheduledDebit(plan)
  const wordsId = useId()
  const set = (changed: readonly Line[]) => form.setFieldValue('lines', changed)
  const submit = onSubmit((values) => {
    const asked = values.lines.map(({ accountId, amount }) => ({ accountId: AccountNumber.parse(accountId), amount }))
    const body = {
      payOn: CalendarDate.parse(values.payOn),
      savedMethod: Number(values.card),
      accounts: asked,
      ...feeShown(fees, plan.card ? payMethodOf(plan.card) : 'card', asked),
      ...(debit && { authorization: debit.words }),
    }
    if (payment) change.mutate({ to: 'change', id: payment.id, body })
    else change.mutate({ to: 'schedule', body: { ...body, key } })
  })
  const left = payable.filter(({ accID }) => !lines.some(({ accountId }) => accountId === accID))
  return (
    <Dialog open holdsForm title={t(payment ? texts.changeTitle : texts.schedule)} onClose={onClose}>
      <form noValidate className={layout.form} onSubmit={submit}>
        <ErrorSummary errors={errors} attempt={attempt} />
        {problem && problem.errors.length === 0 ? <ProblemNotice problem={problem} /> : null}
        <p>
          {t(
            'We charge your payment method on the day you choose, once for each account. If less is owed then, we charge only what is owed.',
          )}
        </p>
        <fieldset className={layout.fields} id="schedule-lines" tabIndex={-1} aria-describedby="schedule-lines-error">
          <legend className={`${layout.legend} ${classes.none}`}>{t(texts.accounts)}</legend>
          {form.input('lines').error && lines.every(({ amount }) => isPayable(amount)) ? (
            <ErrorText id="schedule-lines-error">{form.input('lines').error}</ErrorText>
          ) : null}
          {lines.map((line, index) => (
            <AccountLine
              key={line.accountId || 'open'}
              line={line}
              choices={payment ? null : payable.filter((row) => row.accID === line.accountId || left.includes(row))}
              isWrong={attempt > 0 && !isPayable(line.amount)}
              onChange={(changed) => set(lines.map((each, at) => (at === index ? changed : each)))}
              onRemove={payment || lines.length === 1 ? null : () => set(lines.filter((_, at) => at !== index))}
            />
          ))}
          {!payment && left.length > 0 && lines.length < mostScheduledAccounts ? (
            <div>
              <TextButton onClick={() => set([...lines, ...mostUrgent(left).map(lineOf)])}>
                {t('Add another account')}
              </TextButton>
            </div>
          ) : null}
          <p className={classes.none}>
            {t('Total: {amount}', { amount: dollars(sumCents(lines.map(({ amount }) => amount))) })}
          </p>
        </fieldset>
        <Fields
          form={form}
          of={{ payOn: fields.payOn, card: fields.card }}
          extra={{ card: { choices: cards.map(cardOption) } }}
        />
        <WhatFollows {...plan} />
        <div className={layout.actions}>
          {debit ? <AuthorizationWords id={wordsId} {...debit} /> : null}
          <Button type="submit" busy={change.isPending} describedBy={debit ? wordsId : undefined}>
            {debit?.button ?? t(payment ? texts.save : texts.scheduleThis)}
          </Button>
          <Button look="quiet" blocked={change.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function fieldsFor(today: CalendarDate) {
  return {
    lines: own<readonly Line[]>([], { id: 'schedule-lines', wire: 'accounts' }, wrongLines),
    payOn: dayField(today),
    card: choice(
      { id: 'schedule-card', wire: 'savedMethod', label: t('Payment method') },
      filled('Choose a payment method.'),
    ),
  }
}

function wrongLines(value: unknown): string | undefined {
  const lines: readonly unknown[] = Array.isArray(value) ? value : []
  if (lines.length === 0) return t(texts.noAccount)
  const isGood = lines.every((line) => {
    const amount: unknown = typeof line === 'object' && line !== null ? Reflect.get(line, 'amount') : null
    return typeof amount === 'number' && isPayable(amount)
  })
  return isGood ? undefined : t(paymentTexts.amount)
}

/** What is to be changed; otherwise the first account on which something is due, with that. */
function beginning(payment: ScheduledPayment | null, payable: readonly ShownRow[]) {
  if (!payment) return { lines: mostUrgent(payable).map(lineOf), payOn: '' }
  const open = payment.items.filter(({ state }) => state === 'planned' || state === 'late' || state === 'retry')
  return { lines: open.map(({ accountId, amount }): Line => ({ accountId, amount })), payOn: payment.payOn }
}

/** The first on which something is due, or else the first. */
function mostUrgent(rows: readonly ShownRow[]): ShownRow[] {
  const [first] = rows
  const owing = rows.find(({ row }) => row !== null && isDue(row.amount)) ?? first
  return owing ? [owing] : []
}

function lineOf({ accID, row }: ShownRow): Line {
  return { accountId: accID, amount: row && isDue(row.amount) ? mostOfOnePayment(row.amount) : noCents }
}

function cardOf(payment: ScheduledPayment | null, cards: readonly SavedMethod[]): number | '' {
  const chosen = cards.find(({ id }) => id === payment?.card.id)
  return chosen?.id ?? (payment ? '' : (cards[0]?.id ?? ''))
}

function cardOption(card: SavedMethod) {
  const expiry = card.expires && t('Expires {date}', { date: expiryInWords(card.expires) })
  return { value: String(card.id), label: [card.name, methodInWords(card), expiry].filter(Boolean).join(', ') }
}

interface AccountLineProps {
  readonly line: Line
  /** Null when the account stays. */
  readonly choices: readonly ShownRow[] | null
  readonly isWrong: boolean
  readonly onChange: (line: Line) => void
  readonly onRemove: (() => void) | null
}

function AccountLine({ line, choices, isWrong, onChange, onRemove }: AccountLineProps) {
  const { accountId, amount } = line
  return (
    <div className={classes.line}>
      {choices && choices.length > 1 ? (
        <SelectField
          label={t('Account')}
          data={choices.map(accountOption)}
          value={accountId}
          onChange={(event) => {
            const row = choices.find(({ accID }) => accID === event.currentTarget.value)
            if (row) onChange(lineOf(row))
          }}
        />
      ) : null}
      <MoneyInput
        label={t('Amount for account {account}', { account: accountId })}
        largest={largestPayment}
        value={amount}
        error={isWrong ? t(paymentTexts.amount) : undefined}
        onChange={(changed) => onChange({ ...line, amount: changed })}
      />
      {onRemove ? (
        <TextButton onClick={onRemove}>{t('Remove account {account}', { account: accountId })}</TextButton>
      ) : null}
    </div>
  )
}
