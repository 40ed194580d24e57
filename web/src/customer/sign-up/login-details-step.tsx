import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asProblem } from '#api/send.ts'
import { ProblemNotice } from '#payment/problem-notice.tsx'
import { usePortalStart } from '#session/portal-start.tsx'
import { Button } from '#ui/button.tsx'
import { provenCustomerQuery } from './customer-queries.ts'
import { LoginDetailsForm, type LoginDetailsFormProps } from './login-details-form.tsx'
import { SignUpFrame } from './sign-up-frame.tsx'

interface LoginDetailsStepProps extends Omit<LoginDetailsFormProps, 'customer'> {
  /** The zip code has not been proven: a reload, or an enrolment begun anew. */
  readonly onNotProven: () => void
}

/** Step 3, My Login Details: reads the customer whom the zip code proved, then asks for the login (C§2.3). */
export function LoginDetailsStep({ onNotProven, ...form }: LoginDetailsStepProps) {
  const { profile } = usePortalStart()
  const customer = useQuery(provenCustomerQuery(form.enrolment, profile.division))
  const problem = customer.error ? asProblem(customer.error) : null
  const isOver = problem?.name === 'enrolment-over'
  const isMasked = customer.data?.isMasked ?? false
  const { onOver } = form
  useEffect(() => {
    if (isOver) onOver()
    else if (isMasked) onNotProven()
    // What to do about it does not change; only that it is so.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver, isMasked])
  if (customer.data && !isMasked) return <LoginDetailsForm {...form} customer={customer.data} />
  return (
    <SignUpFrame step={2} hasError={problem !== null}>
      {problem ? (
        <ProblemNotice problem={problem} actions={<Button onClick={() => void customer.refetch()}>Try again</Button>} />
      ) : (
        <p role="status">Loading your details…</p>
      )}
    </SignUpFrame>
  )
}
