import { loginMaintenanceMessage } from '@portal/contract/page-words'
import { redirectAfterMilliseconds, signInTexts } from '@portal/contract/sign-in-texts'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { LogInFields, type LogInValues, useLogInForm } from '#account/log-in-form.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { useClosed } from '#api/use-closed.ts'
import { paths } from '#paths.ts'
import { leaveFor } from '#session/leaving/leave.ts'
import {
  appVersion,
  clearStorage,
  keepAccountHints,
  keepPersonHints,
  placeAfterSignIn,
  readHint,
  rememberWanted,
  useForcedLogout,
  writeHint,
} from '#session/storage.ts'
import { Button, ButtonLink, TextButton } from '#ui/button/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { rich } from '#ui/text/rich.ts'
import { t } from '#ui/text/t.ts'
import type { Answer, Credentials, SignedIn } from './ask-to-sign-in.ts'
import type { Forgotten } from './forgot/flows.ts'
import classes from './log-in-card.module.css'

const closedId = 'login-closed'

interface LogInCardProps {
  /** With the username typed so far. */
  readonly onForgot: (what: Forgotten, username: string) => void
}

/** C§2.2. */
export function LogInCard({ onForgot }: LogInCardProps) {
  const [isClosed, onClosed] = useClosed('login')
  const { logIn, isBusy, outcome } = useLogIn({ onClosed })
  const [wasForcedOut, forgetForcedOut] = useForcedLogout()
  const { form, onSubmit } = useLogInForm()
  const send = async ({ username, password }: LogInValues) => {
    const answer = await logIn({ userName: username, password })
    // After a refusal the password is cleared, unless another one has been typed meanwhile; nothing else is.
    const isRefused = answer?.kind === 'refused' && answer.message !== signInTexts.notResponding
    if (isRefused && form.getValues().password === password) form.setFieldValue('password', '')
  }
  const submit = onSubmit((typed) => {
    if (isClosed) return
    forgetForcedOut()
    void send(typed)
  })
  const forgot = (what: Forgotten) => onForgot(what, form.values.username)
  return (
    <section className={classes.card} aria-labelledby="log-in">
      <h2 id="log-in">{t('Log in to your account')}</h2>
      {isClosed ? (
        <Notice id={closedId} tone="warning" role="status">
          <p>{t(loginMaintenanceMessage)}</p>
        </Notice>
      ) : null}
      {wasForcedOut ? <Notice tone="error" role="alert" title={t(signInTexts.forcedLogout)} /> : null}
      <Outcome outcome={outcome} onForgot={forgot} />
      <form noValidate className={classes.form} onSubmit={submit}>
        <LogInFields form={form} />
        <Button type="submit" wide busy={isBusy} blocked={isClosed} describedBy={isClosed ? closedId : undefined}>
          {isBusy ? t('Logging in…') : t('Log In')}
        </Button>
      </form>
      <div className={classes.links}>
        <TextButton onClick={() => forgot('username')}>{t('Forgot username?')}</TextButton>
        <TextButton onClick={() => forgot('password')}>{t('Forgot password?')}</TextButton>
      </div>
      <div className={classes.enroll}>
        <p>{t('No online account yet?')}</p>
        <ButtonLink to={paths.signUp} look="secondary" wide>
          {t('Enroll now')}
        </ButtonLink>
      </div>
      <p className={classes.terms}>
        {rich('By logging in, you accept our {link}.', {
          link: <Link to={paths.termsAndConditions}>{t('terms and conditions')}</Link>,
        })}
      </p>
    </section>
  )
}

/** Green or red (C§2.2). */
function Outcome({
  outcome,
  onForgot,
}: {
  readonly outcome: LogInOutcome | null
  readonly onForgot: (what: Forgotten) => void
}) {
  if (outcome === null) return null
  if (outcome.kind === 'success') return <Notice tone="success" role="status" title={t(signInTexts.success)} />
  if (outcome.kind === 'problem') return <ProblemNotice problem={outcome.problem} />
  return (
    <Notice tone="error" role="alert" title={outcome.message}>
      {outcome.isLocked ? (
        <>
          <p>{t('To get back in, set a new password.')}</p>
          <TextButton onClick={() => onForgot('password')}>{t('Set a new password')}</TextButton>
        </>
      ) : null}
    </Notice>
  )
}

type LogInOutcome = Exclude<Answer, { kind: 'closed' }>

/** As C§4 describes. A second after success it goes to the stored bill or the dashboard. */
function useLogIn({ onClosed }: { readonly onClosed: () => void }) {
  const { profile } = usePortalStart()
  const [outcome, setOutcome] = useState<LogInOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A ref and not state: a double click is faster than a render.
  const isSending = useRef(false)
  /** Null when another attempt is already under way. */
  const logIn = async (credentials: Credentials): Promise<Answer | null> => {
    if (isSending.current) return null
    isSending.current = true
    setBusy(true)
    setOutcome(null)
    const wanted = readHint('viewBillURL')
    clearStorage()
    const answer = await ask(credentials, profile.division)
    if (answer.kind === 'success') {
      keepHints(credentials.userName.trim(), answer.signedIn)
      setOutcome(answer)
      setTimeout(() => leaveFor(placeAfterSignIn(wanted)), redirectAfterMilliseconds)
      return answer
    }
    // The person still wants it after the next attempt.
    if (wanted !== null) rememberWanted(wanted)
    if (answer.kind === 'closed') onClosed()
    else setOutcome(answer)
    isSending.current = false
    setBusy(false)
    return answer
  }
  return { logIn, isBusy, outcome }
}

/** The schema library must not delay the first paint. If the import fails, the network is down. */
async function ask(credentials: Credentials, division: string): Promise<Answer> {
  try {
    const { askToSignIn } = await import('./ask-to-sign-in.ts')
    return await askToSignIn(credentials, division)
  } catch {
    return { kind: 'refused', message: t(signInTexts.notResponding), isLocked: false }
  }
}

function keepHints(username: string, { personId, premiseData }: SignedIn): void {
  writeHint('app_version', appVersion)
  keepPersonHints({ username, personId })
  keepAccountHints(premiseData)
}
