import type { Cents } from '@portal/contract/money'
import { largestPayment } from '@portal/contract/owed'
import { paymentFormTexts } from '@portal/contract/payments'
import { useId } from 'react'
import { ErrorText } from '#ui/form/field.tsx'
import { useMoneyTyping } from '#ui/form/money-input.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import classes from './amount-to-pay.module.css'

interface AmountToPayProps {
  readonly label: string
  /** It prevents the checkout. */
  readonly isWrong: boolean
  /** True only while the row is ticked (C§5). */
  readonly isEditable: boolean
  readonly amount: Cents
  readonly onChange: (amount: Cents) => void
}

/** The amount of one row. A plain input: in a table of a hundred rows, a complete form field in each would be slow. */
export function AmountToPay({ isEditable, ...props }: AmountToPayProps) {
  return isEditable ? <AmountInput {...props} /> : <span className={classes.none}>{dollars(props.amount)}</span>
}

function AmountInput({ label, isWrong, amount, onChange }: Omit<AmountToPayProps, 'isEditable'>) {
  const { typing, refusal } = useMoneyTyping({ value: amount, largest: largestPayment, onChange })
  const errorId = useId()
  const error = refusal ?? (isWrong ? t(paymentFormTexts.notPositive) : null)
  return (
    <span className={classes.field}>
      <span className={classes.box}>
        <span aria-hidden="true">$</span>
        <input
          {...typing}
          aria-label={label}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
      </span>
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
    </span>
  )
}
