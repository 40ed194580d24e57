import type { BankHolder, PayMethod } from '@portal/contract/bank-accounts'
import type { SessionKind } from '@portal/contract/call'
import { paymentFormTexts } from '@portal/contract/payments'
import { useMemo } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { type FieldList, useForm } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { cardFormFields, type CardFormFields, type CardFormValues } from '../card/card-fields.tsx'
import { type CardFrame, noBankAccount, useCardFrame, useFrameCheck, useMissingInFrame } from '../card/card-frame.ts'

/** What a payment form shows and asks for. */
export interface PaymentFormOptions {
  /** Whose session pays. */
  readonly as: SessionKind
  readonly method?: PayMethod
  readonly initial: Partial<CardFormValues>
  /** Of these accounts: banks are about to pay some, so that more is paid only on purpose. */
  readonly pending: readonly unknown[]
  /** The receipt goes to the address on file, which this payer is not shown (R31). */
  readonly leavesEmail?: boolean
  /** The saved card that pays; without one, the typed card does. */
  readonly savedMethod?: number | null
}

/** The fields of a payment, and what is checked before it is sent. */
export function usePaymentForm(options: PaymentFormOptions) {
  const { as, initial, pending, leavesEmail = false, savedMethod = null, method = 'card' } = options
  const { profile, month } = usePortalStart()
  const isBank = method === 'bank'
  const byPhone = as === 'admin'
  const fields = useMemo(
    () => cardFormFields({ cards: profile, month, byPhone, method }),
    [profile, month, byPhone, method],
  )
  const frame = useCardFrame()
  const without = {
    ...notTyped(fields, { frame, savedMethod, method }),
    ...(leavesEmail && { confirmationEmail: fields.confirmationEmail }),
  }
  const ofCard = useFrameCheck(savedMethod === null && !isBank ? frame : null)
  const ofBank = useMissingInFrame(isBank && savedMethod === null ? frame : null, {
    at: 'bankAccount',
    message: t(noBankAccount),
  })
  const inFrame = isBank ? ofBank : ofCard
  const form = useForm(fields, {
    initial: { holder: 'individual', ...initial },
    without,
    rules: [
      inFrame.rule,
      {
        at: 'payAnyway',
        message: t(paymentFormTexts.payMoreAsked),
        isMet: ({ payAnyway }) => payAnyway || pending.length === 0,
      },
    ],
  })
  const holder: BankHolder = form.form.values.holder === 'company' ? 'company' : 'individual'
  return { ...form, fields, frame, inFrame, holder }
}

interface TypedWhere {
  readonly frame: CardFrame | null
  readonly savedMethod: number | null
  readonly method: PayMethod
}

/** Typed into the gateway's frame, saved before, or of the other method. */
function notTyped(
  { cardNumber, expiry, cvv, cardHolderName, billingZipCode, accountHolderName, holder }: CardFormFields,
  { frame, savedMethod, method }: TypedWhere,
): FieldList {
  const ofCard = { cardNumber, expiry, cvv, cardHolderName, billingZipCode }
  if (method === 'bank' && savedMethod === null) return ofCard
  const ofBank = { accountHolderName, holder }
  if (savedMethod !== null) return { ...ofBank, ...ofCard }
  return frame ? { ...ofBank, cardNumber, expiry, cvv } : ofBank
}
