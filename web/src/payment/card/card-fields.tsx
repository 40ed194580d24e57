import { BankToken, bankHolders, type PayMethod } from '@portal/contract/bank-accounts'
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
import { isPayable, largestPayment, smallestPayment } from '@portal/contract/owed'
import { paymentFormTexts, confirmationEmailOnFile, paymentTexts } from '@portal/contract/payments'
import { Suspense } from 'react'
import type { z } from 'zod'
import { billingZip } from '#account/bill-fields.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { DigitsInput } from '#ui/form/digits-input.tsx'
import { choice, email, Fields, own, text } from '#ui/form/fields.tsx'
import { money } from '#ui/form/money-input.tsx'
import { rule } from '#ui/form/rule.ts'
import { type Form, secret, type ValuesOf } from '#ui/form/use-form.ts'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { bankAccountId, type CardFrame, cardNumberId } from './card-frame.ts'
import { CardMarks } from './card-marks.tsx'
import { ExpiryField, readExpiry } from './expiry-field.tsx'
import { SecurityCodeField } from './security-code-field.tsx'
import classes from './card-fields.module.css'

const CardFrameField = lazyComponent(async () => (await import('./card-frame-field.tsx')).CardFrameField)

interface CardFormOptions {
  /** Which cards the utility accepts. */
  readonly cards: CardOptions
  /** The current month, `YYYY-MM`, in the utility's time zone. */
  readonly month: string
  /**
   * The card belongs to somebody on the phone: its number and code are hidden while typed, and the browser stores and
   * fills in nothing.
   */
  readonly byPhone?: boolean
  readonly method?: PayMethod
}

/** Where an error about the amount leads, also where it cannot be changed. */
export const amountId = 'payment-amount'

/** The fields of the card form with the rules and messages of C§5, in the order of the screen. */
export function cardFormFields({ cards, month, byPhone = false, method = 'card' }: CardFormOptions) {
  const byBrowser = (known: string) => (byPhone ? 'off' : known)
  return {
    amount: money(
      {
        id: amountId,
        wire: 'accounts.0.amount',
        label: t('Amount to pay'),
        hint: t('One payment can be {least} to {most}.', {
          least: dollars(smallestPayment),
          most: dollars(largestPayment),
        }),
        autoComplete: 'transaction-amount',
        largest: largestPayment,
      },
      rule(Cents.refine(isPayable, paymentTexts.amount)),
    ),
    cardNumber: secret(
      own(
        '',
        { id: cardNumberId, wire: 'card.cardNumber' },
        (number) => cardNumberError(String(number), cards) ?? undefined,
      ),
    ),
    expiry: secret(
      own('', { id: 'card-expiry', wire: 'card.validExpDate' }, (typed) =>
        isExpiryGood(readExpiry(String(typed)), month) ? undefined : cardMessages.expiry,
      ),
    ),
    cvv: secret(own('', { id: 'card-cvv', wire: 'card.cvv' }, rule(CardDetails.shape.cvv))),
    cardHolderName: text(
      {
        id: 'card-holder',
        wire: 'card.cardHolderName',
        label: t('Card holder name'),
        autoComplete: byBrowser('cc-name'),
      },
      rule(CardDetails.shape.cardHolderName),
    ),
    billingZipCode: billingZip(
      {
        id: 'card-zip',
        wire: 'card.billingZipCode',
        label: t('Card zip code'),
        hint: '',
        autoComplete: byBrowser('billing postal-code'),
      },
      rule(CardDetails.shape.billingZipCode),
    ),
    bankAccount: own('', { id: bankAccountId, wire: 'bankToken.bankToken' }),
    accountHolderName: text(
      {
        id: 'account-holder',
        wire: 'bankToken.accountHolderName',
        label: t('Account holder name'),
        autoComplete: 'name',
      },
      rule(BankToken.shape.accountHolderName),
    ),
    holder: choice({
      id: 'kind-of-account',
      label: t('Kind of account'),
      data: Object.entries(bankHolders).map(([value, label]) => ({ value, label: t(label) })),
    }),
    payAnyway: own(false, { id: 'pay-anyway' }),
    confirmationEmail: method === 'card' ? receiptEmail(byBrowser('email')) : copyEmail,
  }
}

function receiptEmail(autoComplete: string) {
  return email(
    {
      id: 'confirmation-email',
      label: t('Confirmation email (optional)'),
      hint: t('We’ll send your receipt here. Leave blank for no email.'),
      autoComplete,
    },
    rule(CheckoutRequest.shape.confirmationEmail.unwrap()),
  )
}

/** A payer must get a copy of what they authorize. */
const copyEmail = email(
  {
    id: 'confirmation-email',
    label: t('Confirmation email'),
    hint: t('We’ll send a copy of your authorization, and your receipt once your bank has paid.'),
    autoComplete: 'email',
  },
  rule(
    CheckoutRequest.shape.confirmationEmail
      .unwrap()
      .refine((address) => address !== '', 'Enter an email address. We send a copy of your authorization there.'),
  ),
)

export type CardFormFields = ReturnType<typeof cardFormFields>
export type CardFormValues = ValuesOf<CardFormFields>

interface CardFieldsProps {
  /** Where the gateway has a frame for the card. */
  readonly frame: CardFrame | null
  readonly form: Form<CardFormFields>
  readonly fields: CardFormFields
  readonly byPhone?: boolean
  /** The card is saved with the payment. */
  readonly isToSave?: boolean
}

/** The fields of the card, in the order in which people read a card (R30; A§2 'Pay with Your Credit Card'). */
export function CardFields({ form, fields, frame, byPhone = false, isToSave = false }: CardFieldsProps) {
  const { profile } = usePortalStart()
  const { cardNumber } = form.values
  const { cardHolderName, billingZipCode } = fields
  const brand = cardBrandOf(cardNumber, profile)
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>
        <h2>{t(paymentFormTexts.payWithCard)}</h2>
      </legend>
      <CardMarks only={brand} />
      {frame ? (
        <Suspense fallback={<div className={classes.frameToCome} />}>
          <CardFrameField frameRef={frame} amount={form.values.amount} isToSave={isToSave} byPhone={byPhone} />
        </Suspense>
      ) : (
        <TypedCard form={form} byPhone={byPhone} />
      )}
      <div className={classes.pair}>
        <Fields form={form} of={{ cardHolderName, billingZipCode }} />
      </div>
    </fieldset>
  )
}

/** Number, expiry and code in a form of ours. */
function TypedCard({ form, byPhone }: Pick<CardFieldsProps, 'form'> & { readonly byPhone: boolean }) {
  const { profile } = usePortalStart()
  const { cardNumber } = form.values
  const brand = cardBrandOf(cardNumber, profile)
  return (
    <>
      <div className={classes.number}>
        <DigitsInput
          label={t('Card number')}
          name="cc-number"
          autoComplete={byPhone ? 'off' : 'cc-number'}
          isHidden={byPhone}
          groupSize={4}
          {...form.input('cardNumber')}
        />
        <p className={classes.brand} role="status">
          {brand ? readBack(brand, byPhone ? cardNumber : '') : ''}
        </p>
      </div>
      <div className={classes.pair}>
        <ExpiryField byPhone={byPhone} {...form.input('expiry')} />
        <SecurityCodeField byPhone={byPhone} {...form.input('cvv')} />
      </div>
    </>
  )
}

/** The brand, and the last digits of a hidden number once it is complete. */
function readBack(brand: string, digits: string): string {
  if (digits.length !== cardNumberDigits) return t('{brand} card', { brand })
  return t('{brand} card ending in {lastFour}', { brand, lastFour: digits.slice(-4) })
}

/** What is known of a payment before its form is filled in. What is not on file is an empty text. */
interface KnownBefore {
  readonly amount: Cents
  readonly postal: string
  readonly email: string
}

/** The form before anything is typed. What is on file and would be refused is left out: nobody has to correct it. */
export function prefilledForm({ amount, postal, email: onFile }: KnownBefore): Partial<CardFormValues> {
  return {
    amount,
    billingZipCode: ZipCode.safeParse(postal).data ?? '',
    confirmationEmail: confirmationEmailOnFile(onFile) ?? '',
  }
}

/** The card of a completed form, in the shape of the checkout call. */
export function cardOf({
  cardHolderName,
  cardNumber,
  expiry,
  cvv,
  billingZipCode,
}: CardFormValues): z.input<typeof CardDetails> {
  return { cardHolderName, cardNumber, validExpDate: readExpiry(expiry), cvv, billingZipCode }
}
