import { largestPayment } from '@portal/contract/payments'
import { CardFields } from '#payment/card/card-fields.tsx'
import { cardFields, type CardFormValues } from '#payment/card/card-form.ts'
import { ConfirmationEmailField } from '#payment/card/confirmation-email-field.tsx'
import { MoneyInput } from '#ui/form/money-input.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import classes from '#ui/form/form-layout.module.css'

/** The fields of step 3: the amount, the card, and the address for the receipt. */
export function PaymentFields({ form }: { readonly form: CheckedForm<CardFormValues> }) {
  return (
    <div className={classes.form}>
      <div className={classes.short}>
        <MoneyInput
          id={cardFields.amount}
          label="Amount to pay"
          hint="Type 8053 for $80.53"
          autoComplete="transaction-amount"
          largest={largestPayment}
          {...form.getValueProps('amount')}
        />
      </div>
      <CardFields form={form} />
      <ConfirmationEmailField form={form} />
    </div>
  )
}
