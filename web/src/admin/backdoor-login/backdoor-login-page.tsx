import { hasTab } from '@portal/contract/admin-levels'
import { type AdminSession, readAdminSession } from '@portal/contract/admin-sign-in'
import { adminMaintenanceTexts } from '@portal/contract/console-texts'
import { cookieTexts } from '@portal/contract/page-words'
import { backdoorLogin, readSession, signInTexts } from '@portal/contract/sign-in'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { ApiProblem } from '#api/problem.ts'
import { Queries } from '#api/queries.tsx'
import { asProblem, isKnownAgain, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { leaveConsole } from '#session/leaving/leave-console.ts'
import { leaveFor } from '#session/leaving/leave.ts'
import { ToLogIn } from '#session/leaving/to-log-in.tsx'
import { ConsoleGuard } from '#session/session-guard.tsx'
import { isAdminMarked } from '#session/storage.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { Fields, password, text } from '#ui/form/fields.tsx'
import { filled, useForm, written } from '#ui/form/use-form.ts'
import { MessagePage } from '#ui/page/message-page.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './backdoor-login.module.css'

/** `/backdoor-login` (A§2, R6): the customer login for testing, which requires a live administrator session. */
export function BackdoorLoginPage() {
  const { signedIn } = usePortalStart()
  const [isMarked] = useState(isAdminMarked)
  if (!signedIn.admin || !isMarked)
    return <ToLogIn hint="isAdminLogin" loginPage={paths.adminLogin} leave={leaveConsole} />
  return (
    <Queries>
      <ConsoleGuard />
      <BackdoorLogin />
    </Queries>
  )
}

function BackdoorLogin() {
  const admin = useQuery({ queryKey: ['admin'], queryFn: readAdmin })
  return (
    <div className={classes.page}>
      {admin.isPending ? <Loading what={t('Loading')} rows={2} /> : null}
      {admin.isError ? <Retry error={admin.error} onTryAgain={admin.refetch} /> : null}
      {admin.data ? <ForAdmin admin={admin.data} /> : null}
    </div>
  )
}

function ForAdmin({ admin }: { readonly admin: AdminSession }) {
  if (!hasTab(admin.level, 'system-maintenance')) {
    return (
      <MessagePage
        title={t(adminMaintenanceTexts.testLogin)}
        lead={t('Only super admins and IT admins can open this page.')}
        actions={<ButtonLink to={paths.adminDashboard}>{t('Back to the console')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <PageHeading title={t(adminMaintenanceTexts.testLogin)} />
      <Notice tone="warning" title={t('For testing only')}>
        <p>
          {t(
            'You log in as a customer, even while Login / Sign Up is off. The audit log records it under your name, {username}.',
            { username: admin.username },
          )}
        </p>
      </Notice>
      <CustomerLogIn />
    </>
  )
}

async function readAdmin(): Promise<AdminSession> {
  try {
    return await send(readAdminSession)
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') leaveConsole()
    throw error
  }
}

/** Not the admin's own password: a password manager must not offer it, or offer to keep a customer's. */
const fields = {
  username: text(
    {
      id: 'log-in-username',
      label: t('Customer username'),
      name: 'customer',
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    },
    written(signInTexts.usernameRequired),
  ),
  password: password(
    { id: 'log-in-password', label: t('Customer password'), autoComplete: 'new-password' },
    filled(signInTexts.passwordRequired),
  ),
}

/** The customers' login form, which leads to the dashboard (R6). */
export function CustomerLogIn() {
  const { form, onSubmit } = useForm(fields, { hasNoSummary: true })
  const { logIn, refusal, problem } = useCustomerLogIn()
  const submit = onSubmit((typed) => {
    if (!logIn.isPending) logIn.mutate({ userName: typed.username, password: typed.password })
  })
  return (
    <section className={box.card} aria-label={t('Customer login')}>
      {refusal ? <Notice tone="error" role="alert" title={refusal} /> : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      <form noValidate className={classes.form} autoComplete="off" onSubmit={submit}>
        <Fields form={form} of={fields} />
        <Button type="submit" wide busy={logIn.isPending}>
          {t('Log In')}
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
      throw new ApiProblem({ name: 'no-cookie', message: t(cookieTexts.notSent) })
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
  return message === signInTexts.exceeded ? t(signInTexts.exceededShown) : message
}
