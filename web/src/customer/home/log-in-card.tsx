import { loginMaintenanceMessage } from '@portal/contract/maintenance-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { Link } from '@tanstack/react-router'
import { LogInFields } from '#account/log-in-fields.tsx'
import { type LogInValues, useLogInForm } from '#account/use-log-in-form.ts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { useClosed } from '#api/use-closed.ts'
import { paths } from '#paths.ts'
import { useForcedLogout } from '#session/leaving/use-forced-logout.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import type { Forgotten } from './forgot/forgotten.ts'
import { type LogInOutcome, useLogIn } from './use-log-in.ts'
import classes from './log-in-card.module.css'

const closedId = 'login-closed'

interface LogInCardProps {
  /** Called with what is forgotten, and the username typed so far. */
  readonly onForgot: (what: Forgotten, username: string) => void
}

/** The login form with its alert area and links (C§2.2). */
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
      <h2 id="log-in">Log in to your account</h2>
      {isClosed ? (
        <Notice id={closedId} tone="warning" role="status">
          <p>{loginMaintenanceMessage}</p>
        </Notice>
      ) : null}
      {wasForcedOut ? <Notice tone="error" role="alert" title={signInTexts.forcedLogout} /> : null}
      <Outcome outcome={outcome} onForgot={forgot} />
      <form noValidate className={classes.form} onSubmit={submit}>
        <LogInFields form={form} />
        <Button type="submit" wide busy={isBusy} blocked={isClosed} describedBy={isClosed ? closedId : undefined}>
          {isBusy ? 'Logging in…' : 'Log In'}
        </Button>
      </form>
      <div className={classes.links}>
        <TextButton onClick={() => forgot('username')}>Forgot username?</TextButton>
        <TextButton onClick={() => forgot('password')}>Forgot password?</TextButton>
      </div>
      <div className={classes.enroll}>
        <p>No online account yet?</p>
        <ButtonLink to={paths.signUp} look="secondary" wide>
          Enroll now
        </ButtonLink>
      </div>
      <p className={classes.terms}>
        By logging in, you accept our <Link to={paths.termsAndConditions}>terms and conditions</Link>.
      </p>
    </section>
  )
}

/** The alert area, green or red (C§2.2). */
function Outcome({
  outcome,
  onForgot,
}: {
  readonly outcome: LogInOutcome | null
  readonly onForgot: (what: Forgotten) => void
}) {
  if (outcome === null) return null
  if (outcome.kind === 'success') return <Notice tone="success" role="status" title={signInTexts.success} />
  if (outcome.kind === 'problem') return <ProblemNotice problem={outcome.problem} />
  return (
    <Notice tone="error" role="alert" title={outcome.message}>
      {outcome.isLocked ? (
        <>
          <p>To get back in, set a new password.</p>
          <TextButton onClick={() => onForgot('password')}>Set a new password</TextButton>
        </>
      ) : null}
    </Notice>
  )
}
