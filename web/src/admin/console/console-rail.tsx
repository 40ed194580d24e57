import { exceptionLevels } from '@portal/contract/admin-levels'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { MenuIcon } from '#ui/icons.tsx'
import { useMenuButton } from '#ui/overlay/use-menu-button.ts'
import type { ConsoleView } from '../console-address.ts'
import { viewNames } from '../console-view.ts'
import { useExceptionCount } from '../payments/use-exception-count.ts'
import classes from './console-rail.module.css'

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
    <nav className={classes.rail} aria-label="Console" data-open={isOpen || undefined} data-no-print>
      <button {...button} className={classes.menu}>
        <MenuIcon />
        Menu
        <span className={classes.here}>{current ? viewNames[current] : null}</span>
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
                ? { 'aria-label': `${viewNames[tab]}, ${exceptions.words}`, 'data-count': exceptions.shown }
                : {})}
              onClick={close}
            >
              {viewNames[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
