import { cardBrandOf, cardNumberDigits } from '@portal/contract/card'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { BillingZipField } from '#account/bill-fields.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { DigitsInput } from '#ui/form/digits-input.tsx'
import { TextField } from '#ui/form/field.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import { cardFields, type CardFormValues } from './card-form.ts'
import { CardMarks } from './card-marks.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { SecurityCodeField } from './security-code-field.tsx'
import classes from './card-fields.module.css'

interface CardFieldsProps {
  readonly form: CheckedForm<CardFormValues>
  /**
   * The card belongs to somebody on the phone: its number and code are hidden while typed, and the browser stores and
   * fills in nothing.
   */
  readonly byPhone?: boolean
}

/** The fields of the card, in the order of C§2.6 (A§2 'Pay with Your Credit Card'). */
export function CardFields({ form, byPhone = false }: CardFieldsProps) {
  const { profile, month } = usePortalStart()
  const { cardNumber } = form.values
  const brand = cardBrandOf(cardNumber, profile)
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>
        <h2>{paymentFormTexts.payWithCard}</h2>
      </legend>
      <CardMarks only={brand} />
      <TextField
        id={cardFields.cardHolderName}
        label="Card holder name"
        hint="As printed on the card"
        autoComplete={byPhone ? 'off' : 'cc-name'}
        {...form.getInputProps('cardHolderName')}
      />
      <div className={classes.number}>
        <DigitsInput
          id={cardFields.cardNumber}
          label="Card number"
          name="cc-number"
          autoComplete={byPhone ? 'off' : 'cc-number'}
          isHidden={byPhone}
          groupSize={4}
          {...form.getValueProps('cardNumber')}
        />
        <p className={classes.brand} role="status">
          {brand ? `${brand} card${byPhone ? endOf(cardNumber) : ''}` : ''}
        </p>
      </div>
      <div className={classes.pair}>
        <ExpiryField id={cardFields.expiry} byPhone={byPhone} monthNow={month} {...form.getValueProps('expiry')} />
        <SecurityCodeField id={cardFields.cvv} byPhone={byPhone} {...form.getValueProps('cvv')} />
      </div>
      <BillingZipField
        id={cardFields.billingZipCode}
        className={classes.zip}
        label="Card zip code"
        hint="5 digits, where your card statement is sent"
        autoComplete={byPhone ? 'off' : 'billing postal-code'}
        {...form.getValueProps('billingZipCode')}
      />
    </fieldset>
  )
}

/** The last digits of a hidden number, to read back once it is complete. */
function endOf(digits: string): string {
  return digits.length === cardNumberDigits ? ` ending in ${digits.slice(-4)}` : ''
}
