import { type AccountSummaryRow, accountSummaryTexts, firstAccounts } from '@portal/contract/account-summary'
import { bankStandingTexts } from '@portal/contract/bank-accounts'
import { type CalendarDate, dateIn } from '@portal/contract/dates'
import { type Cents, cents, noCents, sumCents } from '@portal/contract/money'
import { isDue, isInArrears, largestPayment, mostOfOnePayment } from '@portal/contract/owed'
import { paymentFormTexts } from '@portal/contract/payments'
import type { ReactNode } from 'react'
import { BalancesOf } from '#account/balances-of.tsx'
import { SettledChip, tooLittleInWords } from '#account/standing.tsx'
import { useLacks, usePortalStart } from '#api/portal-start.tsx'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import { Button } from '#ui/button/button.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import type { Person } from '../accounts/use-accounts.ts'
import { BillLink } from '../bills/bill-table.tsx'
import { type Debts, pastDueOf } from './debts.ts'
import classes from './hero.module.css'

interface HeroProps {
  /** The page's heading. */
  readonly heading: ReactNode
  readonly children?: ReactNode
}

/** The first card of the dashboard: a greeting, and below it the answer to what is owed and how to pay it. */
export function Hero({ heading, children }: HeroProps) {
  return (
    <section className={classes.hero}>
      <svg className={classes.waves} viewBox="0 0 700 74" preserveAspectRatio="none" aria-hidden="true">
        <path className={classes.far} d="M0 40c90-34 170 30 270 8s150-44 250-14 120 22 180 4v36H0Z" />
        <path className={classes.near} d="M0 58c110-26 190 18 300 2s180-32 400 0v14H0Z" />
      </svg>
      {heading}
      {children}
      <BalancesOf className={classes.note} />
    </section>
  )
}

interface OneAccountProps {
  readonly row: AccountSummaryRow
  readonly today: CalendarDate
  readonly person: Person
  /** Pays all that is due. */
  readonly onPay: () => void
  readonly onOtherAmount: () => void
  /** What AutoPay does about it. */
  readonly autopay: ReactNode
}

/** What a customer with one account owes, and the way to pay it. */
export function OneAccount({ row, today, person, onPay, onOtherAmount, autopay }: OneAccountProps) {
  const owes = isDue(row.amount)
  const little = tooLittleInWords(row)
  const reason = cannotPayReason(row)
  /** No bill will follow that could be paid ahead. */
  const isDone = !row.isActive && row.amount === 0
  const other = owes ? t('Pay another amount') : t('Pay ahead')
  return (
    <>
      <p className={classes.label}>
        {t('Amount due · account {accID}', { accID: row.accID })}
        {row.serviceLocation ? <span className={classes.place}>{row.serviceLocation}</span> : null}
      </p>
      <p className={classes.amount}>{dollars(row.amount > 0 ? row.amount : noCents)}</p>
      <p className={classes.chips}>
        <StandingChips row={row} today={today} />
      </p>
      {reason && !isDone ? <p className={classes.note}>{reason}</p> : null}
      {isDone ? <p className={classes.note}>{t('This account is closed. Nothing is due.')}</p> : null}
      {row.amount < 0 ? <p className={classes.note}>{t(paymentFormTexts.inCredit)}</p> : null}
      {little && !reason ? <p className={classes.note}>{little}</p> : null}
      {row.amount > largestPayment && !reason ? <p className={classes.note}>{oneTakes()}</p> : null}
      <div className={classes.actions}>
        {owes && !reason ? <PayButton amount={mostOfOnePayment(row.amount)} onPay={onPay} /> : null}
        {row.latestBill ? (
          <BillLink
            id={row.latestBill.billId}
            date={row.latestBill.billDate}
            person={person}
            className={classes.link}
          />
        ) : null}
        {reason || isDone ? null : <Lesser onClick={onOtherAmount}>{other}</Lesser>}
      </div>
      {autopay}
    </>
  )
}

/** The state of one account in words. */
function StandingChips({ row, today }: Pick<OneAccountProps, 'row' | 'today'>) {
  const date = row.dueDate ? formatDate(row.dueDate) : null
  const lacks = useLacks()
  const closed = row.isActive ? null : <Chip tone="none">{t('Closed')}</Chip>
  if (!isDue(row.amount)) return <>{closed ?? <SettledInWords row={row} />}</>
  const isLate = row.dueDate !== null && row.dueDate < today
  return (
    <>
      {closed}
      {lacks.includes('dueDate') ? <Chip tone="waiting">{t(accountSummaryTexts.dueNow)}</Chip> : null}
      {isInArrears(row) ? (
        <Chip tone="bad">
          {t('{amount} past due · {dueNow}', {
            amount: dollars(pastDueOf(row, today)),
            dueNow: t(accountSummaryTexts.dueNow),
          })}
        </Chip>
      ) : null}
      {!isInArrears(row) && isLate && date ? <Chip tone="bad">{t('Past due since {date}', { date })}</Chip> : null}
      {isInArrears(row) && date ? (
        <Chip tone={isLate ? 'bad' : 'waiting'}>{t('Newest bill due {date}', { date })}</Chip>
      ) : null}
      {!isInArrears(row) && !isLate && row.dueDate ? (
        <Chip tone="waiting">{dueInWords(row.dueDate, daysBetween(today, row.dueDate))}</Chip>
      ) : null}
    </>
  )
}

function SettledInWords({ row }: Pick<OneAccountProps, 'row'>) {
  const { timeZone } = usePortalStart().profile
  const lacks = useLacks()
  const { pendingPayment: pending } = row
  if (pending?.answersBy && row.amount <= 0) {
    const day = formatDate(dateIn(timeZone, pending.answersBy))
    return <Chip tone="waiting">{t(bankStandingTexts.submitted, { day })}</Chip>
  }
  if (row.amount < 0) return <Chip tone="good">{t('{amount} in credit', { amount: dollars(cents(-row.amount)) })}</Chip>
  if (row.amount > 0) return <SettledChip account={row} />
  return row.dueDate || lacks.includes('dueDate') ? (
    <Chip tone="good">{t('You’re all paid up')}</Chip>
  ) : (
    <Chip tone="none">{t('No bill yet')}</Chip>
  )
}

function dueInWords(dueDate: CalendarDate, days: number): string {
  const date = formatDate(dueDate)
  if (days === 0) return t('Due {date} · today', { date })
  return plural(days, 'Due {date} · tomorrow', 'Due {date} · in {count} days', { date })
}

function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

interface SeveralAccountsProps {
  readonly debts: Debts
  /** How many accounts the customer has, also those that are still loading. */
  readonly total: number
  readonly isLoading: boolean
  readonly onPay: () => void
  readonly onChoose: () => void
  /** On how many AutoPay is on. */
  readonly autopay: ReactNode
}

/** What is owed on all accounts together, and one button for what is due. */
export function SeveralAccounts({ debts, total, isLoading, onPay, onChoose, autopay }: SeveralAccountsProps) {
  const { owed, pastDue, nextDue, toPay, missing, isPaidUp } = debts
  const isKnown = missing === 0 || owed.count > 0
  const amount = sumCents(toPay.map((row) => mostOfOnePayment(row.amount)))
  return (
    <>
      <p className={classes.label}>
        {t('Total due · {count} of {total} accounts due', { count: String(owed.count), total: String(total) })}
      </p>
      {isKnown ? <p className={classes.amount}>{dollars(owed.sum)}</p> : null}
      <p className={classes.chips}>
        {missing > 0 ? (
          <Chip tone="waiting">{plural(missing, '1 account not loaded', '{count} accounts not loaded')}</Chip>
        ) : null}
        {owed.count === 0 && isKnown && !isLoading ? (
          <Chip tone="good">{isPaidUp ? t('You’re all paid up') : t('Nothing due')}</Chip>
        ) : null}
        {pastDue.count > 0 ? (
          <Chip tone="bad">
            {t('{count} past due · {sum}', { count: String(pastDue.count), sum: dollars(pastDue.sum) })}
          </Chip>
        ) : null}
        {nextDue ? <Chip tone="waiting">{t('Next due {date}', { date: formatDate(nextDue) })}</Chip> : null}
      </p>
      <div className={classes.whatIsPaid} data-many={total > firstAccounts || undefined}>
        {isLoading ? null : <WhatIsPaid debts={debts} />}
      </div>
      <div className={classes.actions}>
        {isLoading ? <div className={classes.payToCome} /> : null}
        {toPay.length > 0 && !isLoading ? <PayButton amount={amount} onPay={onPay} /> : null}
        {isKnown ? <Lesser onClick={onChoose}>{owed.count > 0 ? t('Choose accounts') : t('Pay ahead')}</Lesser> : null}
      </div>
      {autopay}
    </>
  )
}

/** What the button pays, where it is not just the sum that is past due, or not all that is due. */
function WhatIsPaid({ debts: { toPay, toPayPastDue, covers } }: Pick<SeveralAccountsProps, 'debts'>) {
  if (toPay.length === 0) return null
  if (covers === 'all')
    return <PastDueAndRest sum={sumCents(toPay.map((row) => mostOfOnePayment(row.amount)))} late={toPayPastDue} />
  return (
    <p className={classes.note}>
      {oneTakes()}{' '}
      {covers === 'past due'
        ? plural(
            toPay.length,
            'The button pays the account that is past due, in full.',
            'The button pays the {count} accounts that are past due, in full.',
          )
        : plural(
            toPay.length,
            'The button pays the account that is due first.',
            'The button pays the {count} accounts that are due first.',
          )}
    </p>
  )
}

/** The sum above the button is what is past due; the button pays the rest, too. */
function PastDueAndRest({ sum, late }: { readonly sum: Cents; readonly late: Cents }) {
  if (late === 0 || late === sum) return null
  return (
    <p className={classes.note}>
      {t('The button pays {late} past due and {rest} not due yet.', {
        late: dollars(late),
        rest: dollars(cents(sum - late)),
      })}
    </p>
  )
}

function oneTakes(): string {
  return t('One payment takes up to {most}.', { most: dollars(largestPayment) })
}

function PayButton({ amount, onPay }: { readonly amount: Cents; readonly onPay: () => void }) {
  return (
    <Button look="pay" large onClick={onPay}>
      {t('Pay {amount}', { amount: dollars(amount) })}
    </Button>
  )
}

function Lesser({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={classes.link} onClick={onClick}>
      {children}
    </button>
  )
}
