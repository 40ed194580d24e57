import { levelName, exceptionLevels } from '@portal/contract/admin-levels'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { signOutAdmin } from '#session/leaving/leave-console.ts'
import { usePopup } from '#session/popup.tsx'
import { BackIcon, ClockIcon, CopyIcon, LockIcon, MenuIcon, ShieldIcon } from '#ui/icons.tsx'
import { Menu, useMenuButton } from '#ui/overlay/menu.tsx'
import { rich } from '#ui/text/rich.ts'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { ConsoleView } from '../console-address.ts'
import { mayOpen, viewNames } from '../console-view.ts'
import { useExceptionCount } from '../payments/exception-count.tsx'
import { serverError } from '../view-parts/server-error.ts'
import classes from './console-bar.module.css'

const ChangePassword = lazyComponent(async () => (await import('./own-password.tsx')).ChangePasswordDialog)

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
    { name: t(adminConsoleTexts.changePass), icon: <LockIcon />, onPress: () => setChanging(true) },
    ...links.map(({ view, icon }) => ({
      name: t(viewNames[view]),
      icon,
      onPress: () => void navigate({ to: paths.adminDashboard, search: { view } }),
    })),
  ]
  const leave = { name: t(adminConsoleTexts.logOut), icon: <BackIcon />, onPress: logOut }
  return (
    <section className={classes.bar} aria-label={t(adminConsoleTexts.title)} data-no-print>
      <p className={classes.title}>{t(adminConsoleTexts.title)}</p>
      <p className={classes.greeting}>
        {rich('Hello, {strong} {span}', {
          strong: <strong>{session.username}</strong>,
          span: <span>{t(levelName(session.level))}</span>,
        })}
      </p>
      <Menu label={t('Account')} about={t(' menu')} items={session.mustChangePassword ? [leave] : [...items, leave]} />
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
      <p className={classes.title}>{t(adminConsoleTexts.title)}</p>
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

interface ConsoleRailProps {
  /** The tabs of the administrator's level. */
  readonly tabs: readonly ConsoleView[]
  readonly current: ConsoleView | undefined
  readonly level: AdminSession['level']
}

/** The tabs of the console (A§6): at the side on wide screens, behind a Menu button on small ones. */
export function ConsoleRail({ tabs, current, level }: ConsoleRailProps) {
  const exceptions = useExceptionCount(exceptionLevels.some((allowed) => allowed === level))
  const { isOpen, listId, button, close } = useMenuButton()
  return (
    <nav className={classes.rail} aria-label={t('Console')} data-open={isOpen || undefined} data-no-print>
      <button {...button} className={classes.menu}>
        <MenuIcon />
        {t('Menu')}
        <span className={classes.here}>{current ? t(viewNames[current]) : null}</span>
      </button>
      <ul id={listId} className={classes.list}>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={paths.adminDashboard}
              search={{ view: tab }}
              aria-current={tab === current ? 'page' : undefined}
              // The number is drawn by the style sheet; a screen reader reads what it counts.
              {...(tab === 'reports' && exceptions
                ? { 'aria-label': `${t(viewNames[tab])}, ${exceptions.words}`, 'data-count': exceptions.shown }
                : {})}
              onClick={close}
            >
              {t(viewNames[tab])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
