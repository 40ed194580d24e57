import { hasTab } from '@portal/contract/admin-levels'
import { adminMaintenanceTexts } from '@portal/contract/admin-maintenance-texts'
import { type AdminSession, readAdminSession } from '@portal/contract/admin-sign-in'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Queries } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { leaveConsole } from '#session/leaving/leave-console.ts'
import { ToLogIn } from '#session/leaving/to-log-in.tsx'
import { ConsoleGuard } from '#session/session-guard.tsx'
import { isAdminMarked } from '#session/storage/hints.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/retry.tsx'
import { CustomerLogIn } from './customer-log-in.tsx'
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
      {admin.isPending ? <Loading what="Loading" rows={2} /> : null}
      {admin.isError ? <Retry error={admin.error} onTryAgain={admin.refetch} /> : null}
      {admin.data ? <ForAdmin admin={admin.data} /> : null}
    </div>
  )
}

function ForAdmin({ admin }: { readonly admin: AdminSession }) {
  if (!hasTab(admin.level, 'system-maintenance')) {
    return (
      <MessagePage
        title={adminMaintenanceTexts.testLogin}
        lead="Only super admins and IT admins can open this page."
        actions={<ButtonLink to={paths.adminDashboard}>Back to the console</ButtonLink>}
      />
    )
  }
  return (
    <>
      <PageHeading title={adminMaintenanceTexts.testLogin} />
      <Notice tone="warning" title="For testing only">
        <p>
          You log in as a customer, even while Login / Sign Up is off. The audit log records it under your name,{' '}
          {admin.username}.
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
