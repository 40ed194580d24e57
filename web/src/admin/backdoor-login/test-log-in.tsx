import { pagePaths } from '@portal/contract/paths'
import { backdoorLogin, signInTexts } from '@portal/contract/sign-in'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { ProblemNotice } from '#payment/problem-notice.tsx'
import { leaveFor } from '#session/leave.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { leaveConsole } from '#session/leave-console.ts'
import classes from './backdoor-login.module.css'

/** The customers' login form; it lands on the dashboard (R6). */
export function TestLogIn() {
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [hasTried, setTried] = useState(false)
  const usernameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const { logIn, refusal, problem } = useTestLogIn()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (userName.trim() === '') return usernameField.current?.focus()
    if (password === '') return passwordField.current?.focus()
    setTried(false)
    if (!logIn.isPending) logIn.mutate({ userName, password })
  }
  return (
    <section className={classes.card} aria-label="Customer login">
      {refusal ? <Notice tone="error" role="alert" title={refusal} /> : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      {/* Not the administrator's own password: a password manager must not offer it, or offer to keep a customer's. */}
      <form noValidate className={classes.form} autoComplete="off" onSubmit={submit}>
        <TextField
          ref={usernameField}
          label="Customer username"
          name="customer"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={userName}
          error={hasTried && userName.trim() === '' ? signInTexts.usernameRequired : null}
          onChange={(event) => setUserName(event.currentTarget.value)}
        />
        <PasswordField
          ref={passwordField}
          label="Customer password"
          autoComplete="new-password"
          value={password}
          error={hasTried && password === '' ? signInTexts.passwordRequired : null}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" wide busy={logIn.isPending}>
          Log In
        </Button>
      </form>
    </section>
  )
}

function useTestLogIn() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const logIn = useMutation({
    networkMode: 'always',
    mutationFn: async (body: { userName: string; password: string }) => await send(backdoorLogin, { body }),
    onMutate: () => {
      setRefusal(null)
      setProblem(null)
    },
    onSuccess: ({ result, status }) => {
      if (result.loginSuccessful) leaveFor(pagePaths.dashboard)
      else setRefusal(status.loginMessage === signInTexts.exceeded ? signInTexts.exceededShown : status.loginMessage)
    },
    onError: (error) => {
      const told = asProblem(error)
      if (told.name === 'not-signed-in') leaveConsole()
      else setProblem(told)
    },
  })
  return { logIn, refusal, problem }
}
