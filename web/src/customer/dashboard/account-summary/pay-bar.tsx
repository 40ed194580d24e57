import { accountSummaryTexts } from '@portal/contract/account-summary'
import { type Cents, cents } from '@portal/contract/money'
import { isTooLittle, largestPayment, smallestPayment } from '@portal/contract/owed'
import { type ReactNode, useRef } from 'react'
import { subTotal } from '#payment/accounts-to-pay/order.ts'
import { useClearOfBar } from '#payment/accounts-to-pay/use-clear-of-bar.ts'
import { TextButton } from '#ui/button/button.tsx'
import { dollars } from '#ui/text/format.ts'
import { HiddenText, useSettled } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { firstThatFit } from './debts.ts'
import type { TickedLine } from './ticks.ts'
import shared from '#payment/accounts-to-pay/pay-bar.module.css'
import classes from './pay-bar.module.css'

interface PayBarProps {
  /** The ticked accounts, the most urgent first. */
  readonly lines: readonly TickedLine[]
  /** How many of them a search hides. */
  readonly hidden: number
  /** The sum that is owed on all accounts. */
  readonly owed: Cents | null
  /** Unticks all but these. */
  readonly onKeep: (lines: readonly TickedLine[]) => void
  /** The checkout button, and what there is to say about the choice. */
  readonly children: ReactNode
}

/** The number and sum of the ticked accounts and the checkout button, visible while something is ticked. */
export function PayBar({ lines, hidden, owed, onKeep, children }: PayBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useClearOfBar(bar)
  const sum = subTotal(lines)
  const total = dollars(sum)
  const count = lines.length
  const chosen =
    hidden > 0
      ? t('{count} selected ({hidden} hidden by your search)', { count, hidden })
      : t('{count} selected', { count })
  const announced = useSettled(lines.length > 0 ? `${chosen}, ${t(accountSummaryTexts.subTotal)} ${total}` : '')
  return (
    <>
      <HiddenText role="status">{announced}</HiddenText>
      {/* Not taken away with the last tick: the person who is verified stays so. */}
      <div ref={bar} className={`${shared.bar} ${classes.bar}`} hidden={lines.length === 0} data-pay-bar data-no-print>
        <p className={shared.sum}>
          <span className={shared.chosen}>{chosen}</span>
          <span>
            {t(accountSummaryTexts.subTotal)} <strong>{total}</strong>
          </span>
        </p>
        {isTooLittle(sum) ? (
          <p className={classes.over} role="status">
            {t('Payments start at {least}.', { least: dollars(smallestPayment) })}
          </p>
        ) : null}
        {lines.length === 1 && lines.some(isCut) ? (
          <p className={classes.fits}>{t('One payment takes up to {most}.', { most: dollars(largestPayment) })}</p>
        ) : null}
        {sum > largestPayment ? <OverTheLimit lines={lines} sum={sum} onKeep={onKeep} /> : null}
        {sum < largestPayment && owed !== null && owed > largestPayment ? (
          <p className={classes.fits}>
            {t('{left} more fits into one payment', { left: dollars(cents(largestPayment - sum)) })}
          </p>
        ) : null}
        {children}
      </div>
    </>
  )
}

/** More is owed than one payment takes. */
function isCut({ account, amount }: TickedLine): boolean {
  return account.amount > amount && amount === largestPayment
}

interface OverTheLimitProps extends Pick<PayBarProps, 'lines' | 'onKeep'> {
  readonly sum: Cents
}

/** Says while ticking what one payment does not take, with a way to split it. */
function OverTheLimit({ lines, sum, onKeep }: OverTheLimitProps) {
  const first = firstThatFit(lines, ({ amount }) => amount)
  const over = dollars(cents(sum - largestPayment))
  return (
    <p className={classes.over} role="status">
      {t('Over the limit of one payment, {most}: untick {over}.', { most: dollars(largestPayment), over })}
      {first.length > 0 ? (
        <TextButton onClick={() => onKeep(first)}>
          {plural(first.length, 'Or pay only the one due first now', 'Or pay the {count} due first now')}
        </TextButton>
      ) : null}
    </p>
  )
}
