import { signUpTexts } from '@portal/contract/sign-up'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { provenCustomerQuery } from './customer-queries.ts'
import { LoginDetailsForm, type LoginDetailsFormProps } from './login-details-form.tsx'
import { MandatoryNote } from './notes.tsx'
import { SignUpFrame } from './sign-up-frame.tsx'
import { useCustomerProblem } from './use-step-problem.ts'
import { WayBack } from './way-back.tsx'

interface LoginDetailsStepProps extends Omit<LoginDetailsFormProps, 'customer'> {
  /** Called when the zip code is not proven, after a reload or a new enrolment. */
  readonly onNotProven: () => void
}

/** Step 3, My Login Details: fetches the customer, then asks for their login (C§2.3). */
export function LoginDetailsStep({ onNotProven, ...form }: LoginDetailsStepProps) {
  const { profile } = usePortalStart()
  const customer = useQuery(provenCustomerQuery(form.enrolment, profile.division))
  const problem = useCustomerProblem(customer.error, form)
  const isMasked = customer.data?.isMasked ?? false
  const goBack = useEffectEvent(onNotProven)
  useEffect(() => {
    if (isMasked) goBack()
  }, [isMasked])
  if (customer.data && !isMasked) return <LoginDetailsForm {...form} customer={customer.data} />
  return (
    <SignUpFrame step={2} hasError={problem !== null}>
      {problem ? (
        <ProblemNotice problem={problem.inWords(signUpTexts.network)} onTryAgain={customer.refetch} />
      ) : (
        <p role="status">Loading your details…</p>
      )}
      <WayBack onBack={form.onBack} />
      <MandatoryNote />
    </SignUpFrame>
  )
}
