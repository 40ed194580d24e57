import { exceptionLevels, levelsOfTab, reportPartNames } from '@portal/contract/admin-levels'
import { t } from '#ui/text/t.ts'
import { type LazyComponent, lazyComponent } from '#ui/waiting/online.ts'
import type { ConsoleView } from './console-address.ts'
import type { ConsoleViewProps } from './console-view.ts'
import { ExceptionCount } from './payments/exception-count.tsx'
import type { ReportPart } from './reports/reports-tab.tsx'

/** The component of each view, loaded when it is first opened. */
export const views: Readonly<Record<ConsoleView, LazyComponent<ConsoleViewProps>>> = {
  users: lazyComponent(async () => (await import('./admin-users/users-tab.tsx')).UsersTab),
  'system-maintenance': lazyComponent(async () => (await import('./maintenance/maintenance-tab.tsx')).MaintenanceTab),
  announcements: lazyComponent(async () => (await import('./announcements/announcements-tab.tsx')).AnnouncementsTab),
  reports: lazyComponent(async () => {
    const { ReportsTab } = await import('./reports/reports-tab.tsx')
    return (props) => <ReportsTab {...props} otherParts={otherReportParts} />
  }),
  'phoned-in': lazyComponent(async () => (await import('./phoned-in/phoned-in-tab.tsx')).PhonedInTab),
  'password-reset': lazyComponent(
    async () => (await import('./customer-password/password-reset-tab.tsx')).PasswordResetTab,
  ),
  'audit-log': lazyComponent(async () => (await import('./audit-log/audit-log-view.tsx')).AuditLogView),
  broadcasts: lazyComponent(async () => (await import('./broadcasts/broadcasts.tsx')).Broadcasts),
  'message-previews': lazyComponent(
    async () => (await import('./message-previews/message-previews.tsx')).MessagePreviews,
  ),
  imports: lazyComponent(async () => (await import('./imports/imports.tsx')).Imports),
  'system-status': lazyComponent(async () => (await import('./system-status/system-status.tsx')).SystemStatusView),
  'second-factor': lazyComponent(async () => (await import('./admin-sign-in/second-factor-view.tsx')).SecondFactorView),
  'own-sessions': lazyComponent(async () => (await import('./admin-sign-in/own-sessions-view.tsx')).OwnSessionsView),
}

/** The views inside Reports that stand in folders of their own, after the list of payments (A§2). */
const otherReportParts: readonly ReportPart[] = [
  {
    part: 'exceptions',
    name: t(reportPartNames.exceptions),
    levels: exceptionLevels,
    View: lazyComponent(async () => (await import('./exceptions/exceptions-view.tsx')).Exceptions),
    Count: ExceptionCount,
  },
  {
    part: 'autopay',
    name: t(reportPartNames.autoPay),
    levels: exceptionLevels,
    isFor: ({ savesCards }) => savesCards === true,
    View: lazyComponent(async () => (await import('./autopay-run/autopay-run.tsx')).AutopayRunView),
  },
  {
    part: 'notifications',
    name: t(reportPartNames.notifications),
    levels: exceptionLevels,
    View: lazyComponent(async () => (await import('./notification-runs/notification-runs.tsx')).NotificationRunsView),
  },
  {
    part: 'payment-files',
    name: t(reportPartNames.paymentFiles),
    levels: exceptionLevels,
    isFor: ({ paymentFiles }) => paymentFiles !== undefined,
    View: lazyComponent(async () => (await import('./payment-files/payment-files.tsx')).PaymentFiles),
  },
  {
    part: 'payouts',
    name: t(reportPartNames.payouts),
    levels: exceptionLevels,
    isFor: ({ hasPayouts }) => hasPayouts === true,
    View: lazyComponent(async () => (await import('./payouts/payouts.tsx')).Payouts),
  },
  {
    part: 'fees',
    name: t(reportPartNames.fees),
    levels: exceptionLevels,
    isFor: ({ hasPayouts, profile }) => hasPayouts === true || profile.serviceFees.length > 0,
    View: lazyComponent(async () => (await import('./fees-and-costs/fees-and-costs.tsx')).FeesAndCosts),
  },
  {
    part: 'return-rates',
    name: t(reportPartNames.returnRates),
    levels: exceptionLevels,
    isFor: ({ profile }) => profile.bankPayments !== null,
    View: lazyComponent(async () => (await import('./return-rates/return-rates.tsx')).ReturnRatesView),
  },
  {
    part: 'new-holders',
    name: t(reportPartNames.newHolders),
    levels: levelsOfTab['system-maintenance'],
    View: lazyComponent(async () => (await import('./new-holders/new-holders.tsx')).NewHolders),
  },
  {
    part: 'contact-changes',
    name: t(reportPartNames.contactChanges),
    levels: levelsOfTab['password-reset'],
    View: lazyComponent(async () => (await import('./rejected-contacts/rejected-contacts.tsx')).RejectedContacts),
  },
  {
    part: 'paperless',
    name: t(reportPartNames.paperless),
    levels: levelsOfTab['password-reset'],
    View: lazyComponent(async () => (await import('./rejected-contacts/paperless-trouble.tsx')).PaperlessTroubles),
  },
  {
    part: 'stopped-addresses',
    name: t(reportPartNames.stoppedAddresses),
    levels: levelsOfTab['password-reset'],
    View: lazyComponent(async () => (await import('./stopped-addresses/stopped-addresses.tsx')).StoppedAddresses),
  },
]
