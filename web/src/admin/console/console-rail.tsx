import { levelName, exceptionLevels } from '@portal/contract/admin-levels'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { signOutAdmin } from '#session/leaving/leave-console.ts'
import { usePopup } from '#session/popup.tsx'
import {
  BackIcon,
  BillIcon,
  ClockIcon,
  CopyIcon,
  DownloadIcon,
  InfoIcon,
  LockIcon,
  MailIcon,
  MenuIcon,
  ShieldIcon,
} from '#ui/icons.tsx'
import { Menu, useMenuButton } from '#ui/overlay/menu.tsx'
import { rich } from '#ui/text/rich.ts'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { ConsoleView } from '../console-address.ts'
import { mayOpen, viewNames } from '../console-view.ts'
import { useExceptionCount } from '../payments/exception-count.tsx'
import { serverError } from '../view-parts/server-error.ts'
import classes from './console-rail.module.css'

const ChangePassword = lazyComponent(async () => (await import('./own-password.tsx')).ChangePasswordDialog)

const pages = [
  { view: 'audit-log', icon: <ClockIcon /> },
  { view: 'broadcasts', icon: <MailIcon /> },
  { view: 'message-previews', icon: <BillIcon /> },
  { view: 'imports', icon: <DownloadIcon /> },
  { view: 'system-status', icon: <InfoIcon /> },
  { view: 'second-factor', icon: <ShieldIcon /> },
  { view: 'own-sessions', icon: <CopyIcon /> },
] as const satisfies readonly { view: ConsoleView; icon: unknown }[]

interface ConsoleRailProps {
  readonly session: AdminSession
  /** The tabs of the administrator's level; none until the password is the administrator's own. */
  readonly tabs: readonly ConsoleView[]
  readonly current?: ConsoleView | undefined
}

/**
 * The console's one header (A§2, A§6): Admin Control, the tabs, and who is signed in with the menu. A rail at the side
 * on wide screens; on small ones a bar, with the tabs behind a Menu button.
 */
export function ConsoleRail({ session, tabs, current }: ConsoleRailProps) {
  const { isOpen, listId, button, close } = useMenuButton()
  return (
    <section className={classes.rail} aria-label={t(adminConsoleTexts.title)} data-no-print>
      <p className={classes.title}>{t(adminConsoleTexts.title)}</p>
      {tabs.length > 0 ? (
        <nav className={classes.nav} aria-label={t('Console')} data-open={isOpen || undefined}>
          <button {...button} className={classes.menu}>
            <MenuIcon />
            {t('Menu')}
          </button>
          <ul id={listId} className={classes.list}>
            {tabs.map((tab) => (
              <li key={tab}>
                <Tab tab={tab} isCurrent={tab === current} level={session.level} onOpen={close} />
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <SignedInAs session={session} />
    </section>
  )
}

/** A placeholder until it is known who is signed in, so that nothing below it moves. */
export function ConsoleRailWaiting() {
  return (
    <div className={`${classes.rail} ${classes.waiting}`} aria-hidden="true">
      <p className={classes.title}>{t(adminConsoleTexts.title)}</p>
      <div className={classes.nav}>
        <div className={classes.menu} />
      </div>
      <div className={classes.who} />
    </div>
  )
}

interface TabProps {
  readonly tab: ConsoleView
  readonly isCurrent: boolean
  readonly level: AdminSession['level']
  readonly onOpen: () => void
}

function Tab({ tab, isCurrent, level, onOpen }: TabProps) {
  const exceptions = useExceptionCount(tab === 'reports' && exceptionLevels.some((allowed) => allowed === level))
  return (
    <Link
      to={paths.adminDashboard}
      search={{ view: tab }}
      aria-current={isCurrent ? 'page' : undefined}
      // The number is drawn by the style sheet; a screen reader reads what it counts.
      {...(exceptions && {
        'aria-label': `${t(viewNames[tab])}, ${exceptions.words}`,
        'data-count': exceptions.shown,
      })}
      onClick={onOpen}
    >
      {t(viewNames[tab])}
    </Link>
  )
}

/** A greeting with the username and the level, and the menu of what concerns the administrator alone. */
function SignedInAs({ session }: { readonly session: AdminSession }) {
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
    <div className={classes.who}>
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
