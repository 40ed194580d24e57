import { useMemo } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { checkBySchema } from '#ui/check-by-schema.ts'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import { cardFields, cardFormSchema, type CardFormValues } from './card-form.ts'

/** The form field for each field of the checkout call. */
const fieldOfBody: Readonly<Record<string, keyof CardFormValues>> = {
  'accounts.0.amount': 'amount',
  'card.cardNumber': 'cardNumber',
  'card.validExpDate': 'expiry',
  'card.cardHolderName': 'cardHolderName',
  'card.cvv': 'cvv',
  'card.billingZipCode': 'billingZipCode',
  confirmationEmail: 'confirmationEmail',
}

/** The card form with the rules of C§5. */
export function useCardForm(initialValues: CardFormValues) {
  const { profile, month } = usePortalStart()
  const check = useMemo(() => checkBySchema(cardFormSchema(profile, month)), [profile, month])
  const { refuse, ...checked } = useCheckedForm({ initialValues, check, fieldIds: cardFields })
  return {
    ...checked,
    /** Shows the server's refusals at the fields. */
    showRefusal: (problem: ApiProblem) =>
      refuse(problem.errors.map(({ field, message }) => ({ field: fieldOfBody[field] ?? '', message }))),
  }
}
