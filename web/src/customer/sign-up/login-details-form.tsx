import { signUpTexts } from '@portal/contract/sign-up'
import { useId, useMemo } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { CustomerOnFile } from './customer-on-file.tsx'
import type { ProvenCustomer } from './customer-records.ts'
import { LoginDetailsFields } from './login-details-fields.tsx'
import { detailsOnFile, type LoginDetails, loginDetailsIds, loginDetailsSchema } from './login-details.ts'
import { MandatoryNote } from './notes.tsx'
import { SignUpFrame } from './sign-up-frame.tsx'
import type { Enrolment } from './sign-up-memory.ts'
import { useSignUp } from './use-sign-up.ts'
import { useStepProblem, type WayOut } from './use-step-problem.ts'
import { useSubmitAfterCheck } from './use-submit-after-check.ts'
import { useUsernameCheck } from './use-username-check.ts'
import { WayBack } from './way-back.tsx'
import classes from '#ui/form/form-layout.module.css'

export interface LoginDetailsFormProps extends WayOut {
  readonly enrolment: Enrolment
  readonly customer: ProvenCustomer
  /** The values typed before coming back here, without passwords. */
  readonly typed: LoginDetails | null
  readonly onTyped: (typed: LoginDetails) => void
  readonly onBack: () => void
  readonly onDone: () => void
}

/** The form of step 3 (C§2.3, C§5). */
export function LoginDetailsForm(props: LoginDetailsFormProps) {
  const { enrolment, customer, typed, onTyped, onBack, onDone, ...wayOut } = props
  const hasEmailOnFile = customer.customerDetails.emailAddress !== ''
  const trouble = useStepProblem(wayOut)
  const waitId = useId()
  const check = useMemo(() => checkBySchema(loginDetailsSchema({ hasEmailOnFile })), [hasEmailOnFile])
  const { form, attempt, errors, onSubmit, showError, refuse } = useCheckedForm<LoginDetails>({
    initialValues: typed ?? detailsOnFile(customer),
    check,
    fieldIds: loginDetailsIds,
    // A password that contains the username is refused.
    liftsRefusals: 'username',
    onValuesChange: (values) => onTyped({ ...values, password: '', confirmPass: '' }),
  })
  const username = useUsernameCheck({
    nameNow: () => form.getValues().username,
    onTaken: (message) => showError('username', message),
    onTrouble: trouble.report,
  })
  const { formRef, onBlockedPress } = useSubmitAfterCheck(username)
  const signUp = useSignUp({ enrolment, customer, refuse, trouble, onDone })
  const submit = onSubmit((values) => {
    if (!signUp.isPending && !username.isChecking) signUp.send(values)
  })
  const hasError = errors.length > 0 || signUp.refusal !== null || trouble.problem !== null
  return (
    <SignUpFrame
      step={2}
      hasError={hasError}
      summary={attempt > 0 ? <ErrorSummary errors={errors} attempt={attempt} /> : null}
    >
      {signUp.refusal ? <Notice tone="error" role="alert" title={signUp.refusal} /> : null}
      {trouble.problem ? <ProblemNotice problem={trouble.problem} /> : null}
      <CustomerOnFile customer={customer} />
      <form ref={formRef} noValidate className={classes.form} onSubmit={submit}>
        <LoginDetailsFields
          form={form}
          username={username}
          hasEmailOnFile={hasEmailOnFile}
          questions={customer.securityQuestions}
        />
        <div className={classes.actions}>
          <Button
            type="submit"
            wide
            busy={signUp.isPending}
            blocked={username.isChecking}
            describedBy={username.isChecking ? waitId : undefined}
            onBlockedPress={onBlockedPress}
          >
            {signUp.isPending ? signUpTexts.loading : signUpTexts.submit}
          </Button>
          {username.isChecking ? (
            <p id={waitId} className={classes.note}>
              Checking your username…
            </p>
          ) : null}
          <WayBack blocked={signUp.isPending} onBack={onBack} />
        </div>
        <MandatoryNote />
      </form>
    </SignUpFrame>
  )
}
