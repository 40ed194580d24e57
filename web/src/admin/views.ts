import { type LazyComponent, lazyComponent } from '#ui/waiting/when-online.ts'
import type { ConsoleView } from './console-address.ts'
import type { ConsoleViewProps } from './console-view.ts'

/** The component of each view, loaded when it is first opened. */
export const views: Readonly<Record<ConsoleView, LazyComponent<ConsoleViewProps>>> = {
  users: lazyComponent(async () => (await import('./admin-users/users-tab.tsx')).UsersTab),
  'system-maintenance': lazyComponent(async () => (await import('./maintenance/maintenance-tab.tsx')).MaintenanceTab),
  announcements: lazyComponent(async () => (await import('./announcements/announcements-tab.tsx')).AnnouncementsTab),
  reports: lazyComponent(async () => (await import('./reports/reports-tab.tsx')).ReportsTab),
  'phoned-in': lazyComponent(async () => (await import('./phoned-in/phoned-in-tab.tsx')).PhonedInTab),
  'password-reset': lazyComponent(
    async () => (await import('./customer-password/password-reset-tab.tsx')).PasswordResetTab,
  ),
  'audit-log': lazyComponent(async () => (await import('./audit-log/audit-log-view.tsx')).AuditLogView),
  'second-factor': lazyComponent(async () => (await import('./admin-sign-in/second-factor-view.tsx')).SecondFactorView),
  'own-sessions': lazyComponent(async () => (await import('./admin-sign-in/own-sessions-view.tsx')).OwnSessionsView),
}
