import { schemaResolver, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { cardFields, cardFormSchema, type CardFormValues } from './card-form.ts'

type Field = keyof CardFormValues
type Errors = Readonly<Record<string, ReactNode>>

/** Where a field of the checkout call stands on the form. */
const fieldOfBody: Readonly<Record<string, Field>> = {
  'accounts.0.amount': 'amount',
  'card.cardNumber': 'cardNumber',
  'card.validExpDate': 'expiry',
  'card.cardHolderName': 'cardHolderName',
  'card.cvv': 'cvv',
  'card.billingZipCode': 'billingZipCode',
  confirmationEmail: 'confirmationEmail',
}

/**
 * The card form: checked when it is submitted; a field that failed is checked again as it changes, so that its message goes
 * away the moment it is right.
 */
export function useCardForm(initialValues: CardFormValues) {
  const { profile, month } = usePortalStart()
  const [failed, setFailed] = useState<readonly Field[]>([])
  const [attempt, setAttempt] = useState(0)
  const schema = useMemo(() => cardFormSchema(profile, month), [profile, month])
  const form = useForm<CardFormValues>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnChange: [...failed],
  })
  const fail = (errors: Errors) => {
    setFailed(fieldsOf(errors))
    setAttempt((count) => count + 1)
  }
  return {
    form,
    /** Counts failed submissions, for the error summary. */
    attempt,
    /** Every field in error, in the order of the screen. */
    errors: fieldsOf(form.errors).map((field) => ({ fieldId: cardFields[field], message: form.errors[field] })),
    /** Submits when everything is in order; otherwise shows what is not. */
    onSubmit: (pay: (values: CardFormValues) => void) => form.onSubmit(pay, fail),
    /** Shows at the fields what the server did not accept. */
    showRefusal: (problem: ApiProblem) => {
      const errors: Record<string, string> = {}
      for (const error of problem.errors) {
        const field = fieldOfBody[error.field]
        if (field) errors[field] = error.message
      }
      if (Object.keys(errors).length === 0) return
      form.setErrors(errors)
      fail(errors)
    },
  }
}

function fieldsOf(errors: Errors): Field[] {
  return fieldNames.filter((field) => Boolean(errors[field]))
}

const fieldNames: readonly Field[] = [
  'amount',
  'cardNumber',
  'expiry',
  'cvv',
  'cardHolderName',
  'billingZipCode',
  'confirmationEmail',
]
