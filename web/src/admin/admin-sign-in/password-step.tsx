import { adminSignInTexts } from '@portal/contract/admin-sign-in-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { useEffect } from 'react'
import { logInFieldIds, LogInFields, type LogInValues, type useLogInForm } from '#account/log-in-form.tsx'
import { useForcedLogout } from '#session/leaving/use-forced-logout.ts'
import { Button } from '#ui/button/button.tsx'
import type { CheckedForm } from '#ui/form/use-checked-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import type { Answer } from './ask-to-log-in.ts'
import { LogInNotice } from './log-in-notice.tsx'
import classes from './login-page.module.css'

interface PasswordStepProps {
  readonly form: CheckedForm<LogInValues>
  /** Makes the handler of the form's submission. */
  readonly onSubmit: ReturnType<typeof useLogInForm>['onSubmit']
  readonly answer: Answer | null
  readonly isBusy: boolean
  readonly onSend: () => void
  /** Focus the password, which has to be typed again after returning from the second factor. */
  readonly beginsAtPassword: boolean
}

/** Username and password (A§2). */
export function PasswordStep({ form, onSubmit, answer, isBusy, onSend, beginsAtPassword }: PasswordStepProps) {
  const [wasForcedOut, forgetForcedOut] = useForcedLogout()
  useEffect(() => {
    if (beginsAtPassword) document.getElementById(logInFieldIds.password)?.focus()
  }, [beginsAtPassword])
  const submit = onSubmit(() => {
    forgetForcedOut()
    onSend()
  })
  return (
    <>
      {wasForcedOut ? <Notice tone="error" role="alert" title={signInTexts.forcedLogout} /> : null}
      <LogInNotice answer={answer} />
      <form noValidate className={classes.form} onSubmit={submit}>
        <LogInFields form={form} />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? adminSignInTexts.loading : adminSignInTexts.logIn}
        </Button>
      </form>
    </>
  )
}
