import { consoleTabs, hasTab } from '@portal/contract/admin-levels'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { whenOnline } from '#ui/when-online.ts'
import type { ConsoleView } from './console-address.ts'
import type { ConsoleViewProps } from './console-view.ts'

/** The component of each view, loaded when it is first opened. Only tabs listed here appear in the navigation. */
export const views: Readonly<Partial<Record<ConsoleView, ComponentType<ConsoleViewProps>>>> = {
  users: lazyRouteComponent(
    whenOnline(() => import('./admin-users/users-tab.tsx')),
    'UsersTab',
  ),
  'system-maintenance': lazyRouteComponent(
    whenOnline(() => import('./maintenance/maintenance-tab.tsx')),
    'MaintenanceTab',
  ),
  announcements: lazyRouteComponent(
    whenOnline(() => import('./announcements/announcements-tab.tsx')),
    'AnnouncementsTab',
  ),
  reports: lazyRouteComponent(
    whenOnline(() => import('./reports/reports-tab.tsx')),
    'ReportsTab',
  ),
  'phoned-in': lazyRouteComponent(
    whenOnline(() => import('./phoned-in/phoned-in-tab.tsx')),
    'PhonedInTab',
  ),
  'password-reset': lazyRouteComponent(
    whenOnline(() => import('./customer-password/password-reset-tab.tsx')),
    'PasswordResetTab',
  ),
  'audit-log': lazyRouteComponent(
    whenOnline(() => import('./audit-log/audit-log-view.tsx')),
    'AuditLogView',
  ),
  'second-factor': lazyRouteComponent(
    whenOnline(() => import('./admin-sign-in/second-factor-view.tsx')),
    'SecondFactorView',
  ),
  'own-sessions': lazyRouteComponent(
    whenOnline(() => import('./admin-sign-in/own-sessions-view.tsx')),
    'OwnSessionsView',
  ),
}

/** The tabs of a level, in order (A§6). */
export function tabsOf(level: AdminSession['level']): ConsoleView[] {
  return consoleTabs.filter((tab) => hasTab(level, tab) && views[tab])
}
