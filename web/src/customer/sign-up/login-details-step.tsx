import { signUpTexts } from '@portal/contract/sign-up'
import { nameParts } from '@portal/contract/text'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { type Description, DescriptionList } from '#ui/text/description-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { type ProvenCustomer, provenCustomerQuery } from './customer-records.ts'
import { detailsOnFile, emailAgain, type LoginDetails, LoginDetailsFields, loginFields, loginRules } from './fields.tsx'
import { MandatoryNote, SignUpFrame, WayBack } from './sign-up-frame.tsx'
import type { Enrollment } from './sign-up-memory.ts'
import { useSignUp } from './use-sign-up.ts'
import { useCustomerProblem, useStepProblem, type WayOut } from './use-step-problem.ts'
import { useUsernameCheck } from './use-username-check.ts'
import classes from '#ui/form/form-layout.module.css'

interface LoginDetailsStepProps extends Omit<LoginDetailsFormProps, 'customer'> {
  /** After a reload or a new enrollment. */
  readonly onNotProven: () => void
}

/** Step 3 (C§2.3). */
export function LoginDetailsStep({ onNotProven, ...form }: LoginDetailsStepProps) {
  const { profile } = usePortalStart()
  const customer = useQuery(provenCustomerQuery(form.enrollment, profile.division))
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
        <ProblemNotice problem={problem.inWords(t(signUpTexts.network))} onTryAgain={customer.refetch} />
      ) : (
        <p role="status">{t('Loading your details…')}</p>
      )}
      <WayBack onBack={form.onBack} />
      <MandatoryNote />
    </SignUpFrame>
  )
}

interface LoginDetailsFormProps extends WayOut {
  readonly enrollment: Enrollment
  readonly customer: ProvenCustomer
  /** Before coming back here, without passwords. */
  readonly typed: LoginDetails | null
  readonly onTyped: (typed: LoginDetails) => void
  readonly onBack: () => void
  readonly onDone: () => void
}

/** C§2.3, C§5. */
function LoginDetailsForm(props: LoginDetailsFormProps) {
  const { enrollment, customer, typed, onTyped, onBack, onDone, ...wayOut } = props
  const hasEmailOnFile = customer.customerDetails.emailAddress !== ''
  const trouble = useStepProblem(wayOut)
  const waitId = useId()
  const { form, attempt, errors, onSubmit, showError, refuse } = useForm(loginFields, {
    initial: typed ?? detailsOnFile(customer),
    rules: loginRules({ hasEmailOnFile }),
    without: hasEmailOnFile ? emailAgain : {},
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
  const signUp = useSignUp({ enrollment, customer, refuse, trouble, onDone })
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
            {signUp.isPending ? t(signUpTexts.loading) : t(signUpTexts.submit)}
          </Button>
          {username.isChecking ? (
            <p id={waitId} className={classes.note}>
              {t('Checking your username…')}
            </p>
          ) : null}
          <WayBack blocked={signUp.isPending} onBack={onBack} />
        </div>
        <MandatoryNote />
      </form>
    </SignUpFrame>
  )
}

/** Submit right after typing the username starts its check, as the field loses the focus first (C§2.3). */
function useSubmitAfterCheck(username: { readonly isChecking: boolean; readonly isAnswered: boolean }) {
  const { isChecking, isAnswered } = username
  const formRef = useRef<HTMLFormElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (isChecking) return
    const isDue = isPressed.current && isAnswered
    isPressed.current = false
    if (isDue) formRef.current?.requestSubmit()
  }, [isChecking, isAnswered])
  return {
    formRef,
    onBlockedPress: () => {
      isPressed.current = true
    },
  }
}

/** Cannot be changed here (C§2.3). */
function CustomerOnFile({ customer }: { readonly customer: ProvenCustomer }) {
  const { address1, address2, city, state, postal, country } = customer.billingAddress
  const lines: readonly Description[] = [
    ...nameLines(customer.customerDetails),
    { term: t('Address line 1'), value: address1 },
    { term: t('Address line 2'), value: address2 },
    { term: t('City'), value: city },
    { term: t('State / Province'), value: state },
    { term: t('Zip code'), value: postal },
    { term: t('Country'), value: country },
  ]
  return <DescriptionList items={lines.filter((line) => line.value !== '')} />
}

/** A company's name in one. */
function nameLines({ fullName, isBusiness = false }: ProvenCustomer['customerDetails']): Description[] {
  const { firstName, lastName } = nameParts(fullName, isBusiness)
  if (firstName === '') return [{ term: t('Name'), value: lastName }]
  return [
    { term: t('First name'), value: firstName },
    { term: t('Last name'), value: lastName },
  ]
}
