import { signUpTexts, signUpUser } from '@portal/contract/sign-up'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { asProblem, send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Refuse } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import type { ProvenCustomer } from './customer-records.ts'
import { type LoginDetails, loginFields, signUpPayload } from './fields.tsx'
import type { Enrollment } from './sign-up-memory.ts'
import type { useStepProblem } from './use-step-problem.ts'

interface SignUpOptions {
  readonly enrollment: Enrollment
  readonly customer: ProvenCustomer
  readonly refuse: Refuse
  readonly trouble: ReturnType<typeof useStepProblem>
  readonly onDone: () => void
}

/** Submitting again after a lost reply is safe: the server recognizes it. */
export function useSignUp({ enrollment, customer, refuse, trouble, onDone }: SignUpOptions) {
  const popup = usePopup()
  const [refusal, setRefusal] = useState<string | null>(null)
  const signUp = useMutation({
    mutationFn: async (details: LoginDetails) =>
      (await send(signUpUser, { body: signUpPayload(enrollment.handle, details, customer) })).result,
    onMutate: () => {
      setRefusal(null)
      trouble.clear()
    },
    onSuccess: (result) => {
      if (result.status === 'True') return onDone()
      // C§8 wants this message whatever the reason; a known reason is shown on the page too.
      popup.show({ kind: 'danger', message: t(signUpTexts.failed) })
      if (result.field) refuse([{ field: result.field, message: result.description }])
      else if (result.description) setRefusal(result.description)
    },
    onError: (error) => {
      const fields = asProblem(error).errors.filter(({ field }) => onForm.includes(field))
      if (fields.length > 0) refuse(fields)
      else trouble.report(error)
    },
  })
  return { isPending: signUp.isPending, refusal, send: signUp.mutate }
}

/** As the call names them. */
const onForm = Object.entries(loginFields).map(([name, { wire }]) => wire ?? name)
