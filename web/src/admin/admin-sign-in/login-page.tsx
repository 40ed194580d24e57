import { adminSignInTexts } from '@portal/contract/console-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { type LogInForm, LogInFields, useLogInForm } from '#account/log-in-form.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { isAdminMarked, useForcedLogout } from '#session/storage.ts'
import { Button } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { Answer } from './ask-to-log-in.ts'
import { LogInNotice } from './log-in-notice.tsx'
import { useAdminLogIn } from './use-admin-log-in.ts'
import box from '#ui/page/card.module.css'
import classes from './login-page.module.css'

const route = getRouteApi(paths.adminLogin)

const CodeStep = lazyComponent(async () => (await import('./code-step.tsx')).CodeStep)
const RecoveryCodesStep = lazyComponent(async () => (await import('./code-step.tsx')).RecoveryCodesStep)

/** `/gwaadmin` (A§2). Signed-in administrators are redirected to the console. */
export function AdminLoginPage() {
  const { signedIn } = usePortalStart()
  const wanted = route.useSearch()
  const [isMarked] = useState(isAdminMarked)
  return signedIn.admin && isMarked ? <Navigate to={paths.adminDashboard} search={wanted} replace /> : <LogIn />
}

function LogIn() {
  const { logIn, isBusy, answer, offered, startOver } = useAdminLogIn()
  const { form, onSubmit } = useLogInForm()
  const [codeIsAsked, setCodeIsAsked] = useState<'never' | 'now' | 'before'>('never')
  const goBack = () => {
    // After a refusal the password is cleared; nothing else is.
    form.setFieldValue('password', '')
    setCodeIsAsked((asked) => (asked === 'now' ? 'before' : asked))
  }
  const send = async (code?: string) => {
    const proof = offered ? { setUpProof: offered.proof } : {}
    const credentials = form.getValues()
    const kind = await logIn(code === undefined ? credentials : { ...credentials, code, ...proof })
    if (kind === 'code' || kind === 'setUp') setCodeIsAsked('now')
    if (kind === 'refused') goBack()
  }
  const codes = answer?.kind === 'success' ? answer.recoveryCodes : []
  return (
    <div className={classes.page}>
      <PageHeading title={t(adminSignInTexts.title)} hasError={answer?.kind === 'refused'} />
      <div className={box.card}>
        <Suspense>
          {codes.length > 0 ? <RecoveryCodesStep codes={codes} /> : null}
          {codes.length === 0 && codeIsAsked === 'now' ? (
            <CodeStep
              answer={answer}
              offered={offered}
              isBusy={isBusy}
              onSend={(code) => void send(code)}
              onBack={() => {
                goBack()
                startOver()
              }}
            />
          ) : null}
        </Suspense>
        {codes.length === 0 && codeIsAsked !== 'now' ? (
          <PasswordStep
            form={form}
            onSubmit={onSubmit}
            answer={answer}
            isBusy={isBusy}
            onSend={() => void send()}
            beginsAtPassword={codeIsAsked === 'before'}
          />
        ) : null}
      </div>
    </div>
  )
}

interface PasswordStepProps {
  readonly form: LogInForm
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
  const { id } = form.input('password')
  useEffect(() => {
    if (beginsAtPassword) document.getElementById(id)?.focus()
  }, [beginsAtPassword, id])
  const submit = onSubmit(() => {
    forgetForcedOut()
    onSend()
  })
  return (
    <>
      {wasForcedOut ? <Notice tone="error" role="alert" title={t(signInTexts.forcedLogout)} /> : null}
      <LogInNotice answer={answer} />
      <form noValidate className={classes.form} onSubmit={submit}>
        <LogInFields form={form} />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? t(adminSignInTexts.loading) : t(adminSignInTexts.logIn)}
        </Button>
      </form>
    </>
  )
}
