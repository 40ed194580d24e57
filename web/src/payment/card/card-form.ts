import { CardDetails, cardMessages, cardNumberError, type CardOptions, isExpiryGood } from '@portal/contract/card'
import { CheckoutRequest } from '@portal/contract/checkout'
import { ZipCode } from '@portal/contract/ids'
import { Cents } from '@portal/contract/money'
import { confirmationEmailOnFile, largestPayment, paymentTexts, smallestPayment } from '@portal/contract/payments'
import { z } from 'zod'
import type { ApiProblem } from '#api/problem.ts'

/** The values of the card form. An empty text means not entered yet. */
export interface CardFormValues {
  readonly amount: Cents
  readonly cardHolderName: string
  readonly cardNumber: string
  /** `01` to `12`, and two digits of the year. */
  readonly expiry: { readonly month: string; readonly year: string }
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
