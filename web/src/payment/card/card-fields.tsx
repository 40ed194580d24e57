import {
  cardBrandOf,
  CardDetails,
  cardMessages,
  cardNumberDigits,
  cardNumberError,
  type CardOptions,
  isExpiryGood,
} from '@portal/contract/card'
import { CheckoutRequest } from '@portal/contract/checkout'
import { ZipCode } from '@portal/contract/ids'
import { Cents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payment-form'
import { confirmationEmailOnFile, largestPayment, paymentTexts, smallestPayment } from '@portal/contract/payments'
import { z } from 'zod'
import { BillingZipField } from '#account/bill-fields.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { DigitsInput } from '#ui/form/digits-input.tsx'
import { TextField } from '#ui/form/field.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import { CardMarks } from './card-marks.tsx'
import { type Expiry, ExpiryField } from './expiry-field.tsx'
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

interface ConfirmationEmailFieldProps {
  readonly form: CheckedForm<CardFormValues>
  /** The address belongs to somebody on the phone: the browser must not fill in the clerk's own. */
  readonly byPhone?: boolean
}

/** The e-mail address for the receipt (C§2.6): prefilled with the one on file, and optional. */
export function ConfirmationEmailField({ form, byPhone = false }: ConfirmationEmailFieldProps) {
  return (
    <TextField
      id={cardFields.confirmationEmail}
      label="Confirmation email (optional)"
      hint="We’ll send your receipt here. Leave blank for no email."
      type="email"
      autoComplete={byPhone ? 'off' : 'email'}
      {...form.getInputProps('confirmationEmail')}
    />
  )
}

/** The values of the card form. An empty text means not entered yet. */
export interface CardFormValues {
  readonly amount: Cents
  readonly cardHolderName: string
  readonly cardNumber: string
  readonly expiry: Expiry
  readonly cvv: string
  readonly billingZipCode: string
  readonly confirmationEmail: string
}

/**
 * The rules and messages of C§5 for the card form, in the order of its fields.
 * @param options which cards the utility accepts
 * @param month the current month, `YYYY-MM`, in the utility's time zone
 */
export function cardFormSchema(options: CardOptions, month: string) {
  return z.object({
    amount: Cents.refine((amount) => amount >= smallestPayment && amount <= largestPayment, paymentTexts.amount),
    cardHolderName: CardDetails.shape.cardHolderName,
    cardNumber: z.string().superRefine((number, context) => {
      const message = cardNumberError(number, options)
      if (message) context.addIssue({ code: 'custom', message })
    }),
    expiry: z
      .object({ month: z.string(), year: z.string() })
      .refine((expiry) => isExpiryGood(expiry.month + expiry.year, month), cardMessages.expiry),
    cvv: CardDetails.shape.cvv,
    billingZipCode: CardDetails.shape.billingZipCode,
    confirmationEmail: CheckoutRequest.shape.confirmationEmail.unwrap(),
  })
}

/** What is known of a payment before its form is filled in. What is not on file is an empty text. */
interface KnownBefore {
  readonly amount: Cents
  readonly postal: string
  readonly email: string
}

/** The form before anything is typed. What is on file and would be refused is left out: nobody has to correct it. */
export function prefilledForm({ amount, postal, email }: KnownBefore): CardFormValues {
  return {
    amount,
    cardHolderName: '',
    cardNumber: '',
    expiry: { month: '', year: '' },
    cvv: '',
    billingZipCode: ZipCode.safeParse(postal).data ?? '',
    confirmationEmail: confirmationEmailOnFile(email) ?? '',
  }
}

/** The card of a completed form, in the shape of the checkout call. */
export function cardOf(values: CardFormValues): z.input<typeof CardDetails> {
  return {
    cardHolderName: values.cardHolderName,
    cardNumber: values.cardNumber,
    validExpDate: values.expiry.month + values.expiry.year,
    cvv: values.cvv,
    billingZipCode: values.billingZipCode,
  }
}

/** The id of each field's input, in the order of the screen. */
export const cardFields = {
  amount: 'payment-amount',
  cardHolderName: 'card-holder',
  cardNumber: 'card-number',
  expiry: 'card-expiry-month',
  cvv: 'card-cvv',
  billingZipCode: 'card-zip',
  confirmationEmail: 'confirmation-email',
} as const satisfies Record<keyof CardFormValues, string>

/** Which field of the form shows a refusal of which field of the checkout call. */
const fieldOfBody: Readonly<Record<string, keyof CardFormValues>> = {
  'accounts.0.amount': 'amount',
  'card.cardNumber': 'cardNumber',
  'card.validExpDate': 'expiry',
  'card.cardHolderName': 'cardHolderName',
  'card.cvv': 'cvv',
  'card.billingZipCode': 'billingZipCode',
  confirmationEmail: 'confirmationEmail',
}

/** What the server refused, by the fields of the form. */
export function refusedCardFields({ errors }: Pick<ApiProblem, 'errors'>) {
  return errors.map(({ field, message }) => ({ field: fieldOfBody[field] ?? '', message }))
}
