import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import { adminLevelNames } from '@portal/contract/admin-levels'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { signOutAdmin } from '#session/leaving/leave-console.ts'
import { usePopup } from '#session/popup.tsx'
import { BackIcon, ClockIcon, CopyIcon, LockIcon, ShieldIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { lazyComponent } from '#ui/waiting/when-online.ts'
import type { ConsoleView } from '../console-address.ts'
import { mayOpen, viewNames } from '../console-view.ts'
import { serverError } from '../view-parts/server-error.ts'
import classes from './console-bar.module.css'

const ChangePassword = lazyComponent(async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog)

const pages = [
  { view: 'audit-log', icon: <ClockIcon /> },
  { view: 'second-factor', icon: <ShieldIcon /> },
  { view: 'own-sessions', icon: <CopyIcon /> },
] as const satisfies readonly { view: ConsoleView; icon: unknown }[]

/** The console's header (A§2): Admin Control, a greeting with the username, and the menu. */
export function ConsoleBar({ session }: { readonly session: AdminSession }) {
  const [isChanging, setChanging] = useState(false)
  const navigate = useNavigate()
  const logOut = useLogOut()
  const links = pages.filter(({ view }) => mayOpen(session.level, view))
  const items = [
    { name: adminConsoleTexts.changePass, icon: <LockIcon />, onPress: () => setChanging(true) },
    ...links.map(({ view, icon }) => ({
      name: viewNames[view],
      icon,
      onPress: () => void navigate({ to: paths.adminDashboard, search: { view } }),
    })),
  ]
  const leave = { name: adminConsoleTexts.logOut, icon: <BackIcon />, onPress: logOut }
  return (
    <section className={classes.bar} aria-label={adminConsoleTexts.title} data-no-print>
      <p className={classes.title}>{adminConsoleTexts.title}</p>
      <p className={classes.greeting}>
        Hello, <strong>{session.username}</strong> <span>{adminLevelNames[session.level]}</span>
      </p>
      <Menu label="Account" about=" menu" items={session.mustChangePassword ? [leave] : [...items, leave]} />
      {isChanging ? (
        <Suspense>
          <ChangePassword session={session} onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

/** A placeholder of the same height until it is known who is signed in, so that nothing below it moves. */
export function ConsoleBarWaiting() {
  return (
    <div className={`${classes.bar} ${classes.waiting}`} aria-hidden="true">
      <p className={classes.title}>{adminConsoleTexts.title}</p>
      <div className={classes.menuPlace} />
    </div>
  )
}

/** Log Out (A§4). If the server cannot be reached, the administrator is told, because the session is still alive. */
function useLogOut(): () => void {
  const popup = usePopup()
  const leave = useMutation({
    mutationFn: signOutAdmin,
    onError: (error) => popup.show({ kind: 'danger', message: serverError(error).message }),
  })
  return () => leave.mutate()
}
