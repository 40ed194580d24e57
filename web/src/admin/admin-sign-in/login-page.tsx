import { adminSignInTexts } from '@portal/contract/admin-sign-in-texts'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLogInForm } from '#account/log-in-form.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { isAdminMarked } from '#session/storage/hints.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { lazyComponent } from '#ui/waiting/when-online.ts'
import { PasswordStep } from './password-step.tsx'
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
      <PageHeading title={adminSignInTexts.title} hasError={answer?.kind === 'refused'} />
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
