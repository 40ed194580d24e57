import { payMethodOf } from '@portal/contract/bank-accounts'
import { CalendarDate, daysAfter, formatWeekday } from '@portal/contract/dates'
import { type ServiceFees, feeTexts } from '@portal/contract/fees'
import { sumCents } from '@portal/contract/money'
import { isDue, isPayable } from '@portal/contract/owed'
import type { SavedMethod } from '@portal/contract/saved-methods'
import { scheduleAmount, scheduleAuthorization } from '@portal/contract/scheduled-debits'
import { type ScheduledPayments, scheduledDateError } from '@portal/contract/scheduled-payments'
import { usePortalStart } from '#api/portal-start.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, spoken, t } from '#ui/text/t.ts'
import { type OrderLine, subTotal } from '../accounts-to-pay/order.ts'
import type { Authorization } from '../bank/use-authorization.ts'
import { scheduleFee, useServiceFees } from '../fees/use-fee.tsx'
import { methodInWords, endsBeforeInWords } from '../saved-methods/use-saved-methods.ts'

export interface Plan {
  /** As it is typed. */
  readonly payOn: string
  /** The list that the server last sent; undefined until it has. */
  readonly known: ScheduledPayments | undefined
  readonly lines: readonly OrderLine[]
  /** Null until one is chosen. */
  readonly card: SavedMethod | null
}

/** Null until the choice is whole. */
function wholePlan({ payOn, known, lines, card }: Plan) {
  const day = CalendarDate.safeParse(payOn).data
  const isPayableAll = lines.length > 0 && lines.every(({ amount }) => isPayable(amount))
  if (!known || day === undefined || card === null || !isPayableAll) return null
  if (scheduledDateError(day, known.today) !== null) return null
  const isOfDay = (_: unknown, index: number) => daysAfter(known.today, index + 1) === day
  return { day, card, confirmedOn: card.bankAccount === null ? undefined : known.bankAnswers?.find(isOfDay) }
}

/** What its holder authorizes by scheduling a payment from a bank account; null for a card, or until the choice is whole. */
export function useScheduledDebit(plan: Plan): Authorization | null {
  const { name: utility } = usePortalStart().profile
  const { fees } = useServiceFees()
  const whole = wholePlan(plan)
  if (!whole || whole.card.bankAccount === null) return null
  const fee = scheduleFee(fees, 'bank', plan.lines)
  const amount = sumCents([subTotal(plan.lines), fee])
  const facts = { utility, paidWith: whole.card, on: whole.day, accounts: plan.lines.length, amount, fee }
  return {
    words: scheduleAuthorization({ t }, { ...facts, locale: spoken().locale }),
    button: t(scheduleAmount, { amount: dollars(amount) }),
  }
}

/** In a sentence, as soon as the choice is whole; changes of it are announced. */
export function WhatFollows(plan: Plan) {
  const { fees } = useServiceFees()
  const { bankPayments } = usePortalStart().profile
  const { lines } = plan
  const whole = wholePlan(plan)
  const ends = whole && endsBeforeInWords(whole.card, whole.day)
  const isAtSettlement = bankPayments?.credit === 'settlement'
  return (
    <div role="status">
      {whole ? (
        <Notice tone="info" title={planInWords(whole.day, lines, whole.card, fees)}>
          <AfterDue day={whole.day} paidOn={(isAtSettlement && whole.confirmedOn) || whole.day} lines={lines} />
          {ends ? <p>{ends}</p> : null}
          {whole.confirmedOn ? (
            <p>
              {t('Your bank confirms by {day}.', { day: formatWeekday(whole.confirmedOn, spoken().locale) })}{' '}
              {isAtSettlement ? t('Your balance changes then.') : null}
            </p>
          ) : null}
          <p>
            {t('If less is owed then, we charge only what is owed.')}{' '}
            {t('You can change or cancel this until 11:59 PM the day before. We email you that day.')}
          </p>
        </Notice>
      ) : null}
    </div>
  )
}

interface AfterDueProps {
  readonly day: CalendarDate
  /** When the balance falls. */
  readonly paidOn: CalendarDate
  readonly lines: readonly OrderLine[]
}

function AfterDue({ day, paidOn, lines }: AfterDueProps) {
  const late = lines.flatMap(({ account: { accID, amount, dueDate } }) =>
    isDue(amount) && dueDate !== null && paidOn > dueDate
      ? [{ account: accID, date: formatDate(dueDate), isForBank: day <= dueDate }]
      : [],
  )
  const [first] = late
  if (!first) return null
  return (
    <p>
      {late.every(({ isForBank }) => isForBank)
        ? plural(
            late.length,
            'Your bank may confirm this only after the due date of account {account}, {date}.',
            'Your bank may confirm this only after the due date of {count} accounts.',
            first,
          )
        : plural(
            late.length,
            'This is after the due date of account {account}, {date}.',
            'This is after the due date of {count} accounts.',
            first,
          )}
    </p>
  )
}

const sentences = {
  card: {
    one: 'On {day} we will charge {amount} to {card}.',
    several: 'On {day} we will charge {card} once for each account, {amount} in all.',
  },
  bank: {
    one: 'On {day} we will debit {amount} from {card}.',
    several: 'On {day} we will debit {card} once for each account, {amount} in all.',
  },
} as const

/** What will be charged, when and to what. */
export function planInWords(
  payOn: CalendarDate,
  lines: readonly OrderLine[],
  card: SavedMethod,
  fees: ServiceFees,
): string {
  const method = payMethodOf(card)
  const fee = scheduleFee(fees, method, lines)
  const amount = dollars(sumCents([subTotal(lines), fee]))
  const sentence = sentences[method][lines.length > 1 ? 'several' : 'one']
  const whole = t<string>(sentence, { day: formatDate(payOn), amount, card: methodInWords(card) })
  return fee > 0 ? `${whole} ${t(feeTexts.within, { fee: dollars(fee) })}` : whole
}
