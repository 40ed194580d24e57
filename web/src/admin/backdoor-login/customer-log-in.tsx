import { cookieTexts } from '@portal/contract/cookie-texts'
import { backdoorLogin, readSession, signInTexts } from '@portal/contract/sign-in'
import { useMutation } from '@tanstack/react-query'
import { logInFieldIds, useLogInForm } from '#account/log-in-form.tsx'
import { isKnownAgain } from '#api/is-known-again.ts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { leaveConsole } from '#session/leaving/leave-console.ts'
import { leaveFor } from '#session/leaving/leave.ts'
import { Button } from '#ui/button/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import box from '#ui/page/card.module.css'
import classes from './backdoor-login.module.css'

/** The customers' login form, which leads to the dashboard (R6). */
export function CustomerLogIn() {
  const { form, onSubmit } = useLogInForm()
  const { logIn, refusal, problem } = useCustomerLogIn()
  const submit = onSubmit(({ username, password }) => {
    if (!logIn.isPending) logIn.mutate({ userName: username, password })
  })
  return (
    <section className={box.card} aria-label="Customer login">
      {refusal ? <Notice tone="error" role="alert" title={refusal} /> : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      {/* Not the administrator's own password: a password manager must not offer it, or offer to keep a customer's. */}
      <form noValidate className={classes.form} autoComplete="off" onSubmit={submit}>
        <TextField
          id={logInFieldIds.username}
          label="Customer username"
          name="customer"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordField
          id={logInFieldIds.password}
          label="Customer password"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" wide busy={logIn.isPending}>
          Log In
        </Button>
      </form>
    </section>
  )
}

function useCustomerLogIn() {
  const logIn = useMutation({
    mutationFn: async (body: { userName: string; password: string }) => {
      const reply = await send(backdoorLogin, { body })
      if (!reply.result.loginSuccessful || (await isKnownAgain(async () => await send(readSession)))) return reply
      throw new ApiProblem({ name: 'no-cookie', message: cookieTexts.notSent })
    },
    onSuccess: ({ result }) => {
      if (result.loginSuccessful) leaveFor(paths.dashboard)
    },
    onError: (error) => {
      if (isLoggedOut(error)) leaveConsole()
    },
  })
  const { data, error } = logIn
  return {
    logIn,
    refusal: data && !data.result.loginSuccessful ? shownRefusal(data.status.loginMessage) : null,
    problem: error && !isLoggedOut(error) ? asProblem(error) : null,
  }
}

function isLoggedOut(error: Error): boolean {
  return asProblem(error).name === 'not-signed-in'
}

function shownRefusal(message: string): string {
  return message === signInTexts.exceeded ? signInTexts.exceededShown : message
}
