import { adminSignInTexts } from '@portal/contract/admin-sign-in-texts'
import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import classes from './login-page.module.css'
import { PasswordStep } from './password-step.tsx'
import { useAdminLogIn } from './use-admin-log-in.ts'

const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))
const RecoveryCodesStep = lazy(async () => ({ default: (await import('./code-step.tsx')).RecoveryCodesStep }))

/** `/gwaadmin` (A§2). Who is logged in already goes on to the console. */
export function AdminLoginPage() {
  const { signedIn } = usePortalStart()
  return signedIn.admin ? <Navigate to={paths.adminDashboard} replace /> : <LogIn />
}

function LogIn() {
  const { logIn, isBusy, answer, offered, startOver } = useAdminLogIn()
  const [credentials, setCredentials] = useState({ username: '', password: '' })
  const [isAskedForCode, setAskedForCode] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  useFocusKept(passwordField, isAskedForCode)
  const send = async (code?: string) => {
    const proof = offered ? { setUpProof: offered.proof } : {}
    const kind = await logIn(code === undefined ? credentials : { ...credentials, code, ...proof })
    if (kind === 'code' || kind === 'setUp') setAskedForCode(true)
    if (kind !== 'refused') return
    // Nothing typed is lost on an error, passwords excepted.
    setCredentials((typed) => ({ ...typed, password: '' }))
    setAskedForCode(false)
  }
  const codes = answer?.kind === 'success' ? answer.recoveryCodes : []
  return (
    <div className={classes.page}>
      <PageHeading title={adminSignInTexts.title} hasError={answer?.kind === 'refused'} />
      <div className={classes.card}>
        <Suspense>
          {codes.length > 0 ? <RecoveryCodesStep codes={codes} /> : null}
          {codes.length === 0 && isAskedForCode ? (
            <CodeStep
              answer={answer}
              offered={offered}
              isBusy={isBusy}
              onSend={(code) => void send(code)}
              onBack={() => {
                setAskedForCode(false)
                setCredentials({ ...credentials, password: '' })
                startOver()
              }}
            />
          ) : null}
        </Suspense>
        {codes.length === 0 && !isAskedForCode ? (
          <PasswordStep
            credentials={credentials}
            onChange={setCredentials}
            answer={answer}
            isBusy={isBusy}
            onSend={() => void send()}
            passwordField={passwordField}
          />
        ) : null}
      </div>
    </div>
  )
}
