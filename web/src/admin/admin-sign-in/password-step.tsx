import { adminSignInTexts } from '@portal/contract/admin-sign-in-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useForcedLogout } from '#session/use-forced-logout.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import type { Answer } from './ask-to-log-in.ts'
import classes from './login-page.module.css'
import { LogInNotice } from './log-in-notice.tsx'

interface Credentials {
  readonly username: string
  readonly password: string
}

interface PasswordStepProps {
  readonly credentials: Credentials
  readonly onChange: (credentials: Credentials) => void
  readonly answer: Answer | null
  readonly isBusy: boolean
  readonly onSend: () => void
  /** Focus the password, which has to be typed again after returning from the second factor. */
  readonly beginsAtPassword: boolean
}

/** Username and password (A§2). */
export function PasswordStep({ credentials, onChange, answer, isBusy, onSend, beginsAtPassword }: PasswordStepProps) {
  const { username, password } = credentials
  const [wasForcedOut, forgetForcedOut] = useForcedLogout()
  const [hasTried, setTried] = useState(false)
  const usernameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (beginsAtPassword) passwordField.current?.focus()
  }, [beginsAtPassword])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (username.trim() === '') return usernameField.current?.focus()
    if (password === '') return passwordField.current?.focus()
    setTried(false)
    forgetForcedOut()
    onSend()
  }
  return (
    <>
      {wasForcedOut ? <Notice tone="error" role="alert" title={signInTexts.forcedLogout} /> : null}
      <LogInNotice answer={answer} />
      <form noValidate className={classes.form} onSubmit={submit}>
        <TextField
          ref={usernameField}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          error={hasTried && username.trim() === '' ? signInTexts.usernameRequired : null}
          onChange={(event) => onChange({ ...credentials, username: event.currentTarget.value })}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={hasTried && password === '' ? signInTexts.passwordRequired : null}
          onChange={(event) => onChange({ ...credentials, password: event.currentTarget.value })}
        />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? adminSignInTexts.loading : adminSignInTexts.logIn}
        </Button>
      </form>
    </>
  )
}
