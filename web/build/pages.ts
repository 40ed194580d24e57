import { readAdminSession } from '@portal/contract/admin-sign-in'
import { readAnnouncementsFront } from '@portal/contract/announcements'
import type { Call } from '@portal/contract/call'
import { listCountries } from '@portal/contract/edit-account'
import type { PageFiles } from '@portal/contract/page-files'
import { readPageText } from '@portal/contract/page-texts'
import { pagePaths } from '@portal/contract/paths'
import { readSession } from '@portal/contract/sign-in'
import { listSecurityQuestions } from '@portal/contract/sign-up'
import { listSurvey } from '@portal/contract/survey'

type EarlyCall = Pick<Call, 'group'> & { readonly path: string }

/** A page or one of its views: its modules, as paths under `web/src`, and the calls it makes first. */
export interface Opened {
  /** The module that the route, or the page for its view, loads lazily. */
  readonly module: string
  /** Modules that it loads lazily after it is shown. */
  readonly later?: readonly string[]
  /** The calls whose answers the page waits for, as far as the server can tell them from the address alone. */
  readonly calls?: readonly EarlyCall[]
}

/** What a page weighs is limited by its area (`budgets.ts`). */
export type Area = 'public' | 'sign-in' | 'customer' | 'console'

/** A page of `routes.tsx`. */
export interface Page extends Opened {
  readonly path: string
  readonly area: Area
  readonly audience: PageFiles[string]['audience']
  /** By their name in the address. */
  readonly views?: Readonly<Record<string, Opened>>
}

const announcements = { later: ['account/announcements/fetch-announcements.ts'], calls: [readAnnouncementsFront] }
const text = (name: string): Pick<Opened, 'later' | 'calls'> => ({
  later: ['customer/pages/load-page-text.ts'],
  calls: [{ ...readPageText, path: readPageText.path.replace(':name', name) }],
})

/**
 * Every page with its modules. A journey opens each of them and fails when one loads or calls something that is not
 * listed here.
 */
export const pages: readonly Page[] = [
  {
    path: pagePaths.home,
    area: 'public',
    audience: 'logged out',
    module: 'customer/home/home-page.tsx',
    ...announcements,
  },
  { path: pagePaths.signUp, area: 'sign-in', audience: 'anyone', module: 'customer/sign-up/sign-up-page.tsx' },
  {
    path: pagePaths.setPassword,
    area: 'sign-in',
    audience: 'anyone',
    module: 'customer/set-password/set-password-page.tsx',
  },
  {
    path: pagePaths.dashboard,
    area: 'customer',
    audience: 'customer',
    module: 'customer/dashboard/dashboard-page.tsx',
    calls: [readSession],
    views: {
      account: { module: 'customer/dashboard/bills/account-info.tsx' },
      edit: {
        module: 'customer/dashboard/edit-account/edit-account.tsx',
        calls: [listSecurityQuestions, listCountries],
      },
      bills: { module: 'customer/dashboard/bills/my-bills.tsx' },
      usage: { module: 'customer/dashboard/bills/usage.tsx' },
      survey: { module: 'customer/dashboard/survey/survey.tsx', calls: [listSurvey] },
      news: { module: 'customer/dashboard/news/news.tsx', ...announcements },
      'payment-methods': { module: 'customer/dashboard/payment-methods/payment-methods.tsx' },
      notifications: { module: 'customer/dashboard/notifications/notifications.tsx' },
      help: { module: 'customer/dashboard/help-and-support/help-and-support.tsx' },
    },
  },
  {
    path: pagePaths.stopNotifications,
    area: 'sign-in',
    audience: 'anyone',
    module: 'customer/stop-notifications/stop-notifications-page.tsx',
  },
  { path: pagePaths.payNow, area: 'customer', audience: 'anyone', module: 'pay-now/pay-now-page.tsx' },
  { path: pagePaths.paymentResult, area: 'customer', audience: 'payer', module: 'payment/result/result-page.tsx' },
  { path: pagePaths.viewBill, area: 'customer', audience: 'anyone', module: 'bill-view/view-bill-page.tsx' },
  { path: pagePaths.faq, area: 'public', audience: 'anyone', module: 'customer/pages/faq-page.tsx' },
  {
    path: pagePaths.termsAndConditions,
    area: 'public',
    audience: 'anyone',
    module: 'customer/pages/text-page.tsx',
    ...text('termsAndConditions'),
  },
  {
    path: pagePaths.privacyPolicy,
    area: 'public',
    audience: 'anyone',
    module: 'customer/pages/text-page.tsx',
    ...text('privacyPolicy'),
  },
  { path: pagePaths.maintenance, area: 'public', audience: 'anyone', module: 'customer/pages/maintenance-page.tsx' },
  { path: pagePaths.adminLogin, area: 'sign-in', audience: 'anyone', module: 'admin/admin-sign-in/login-page.tsx' },
  {
    path: pagePaths.adminDashboard,
    area: 'console',
    audience: 'administrator',
    module: 'admin/console/console-page.tsx',
    calls: [readAdminSession],
    // A view's calls are not made early: not every level may make them, and each refusal is written to the audit log.
    views: {
      users: { module: 'admin/admin-users/users-tab.tsx' },
      'system-maintenance': { module: 'admin/maintenance/maintenance-tab.tsx' },
      announcements: { module: 'admin/announcements/announcements-tab.tsx' },
      reports: { module: 'admin/reports/reports-tab.tsx' },
      'phoned-in': { module: 'admin/phoned-in/phoned-in-tab.tsx' },
      'password-reset': { module: 'admin/customer-password/password-reset-tab.tsx' },
      'audit-log': { module: 'admin/audit-log/audit-log-view.tsx' },
      broadcasts: { module: 'admin/broadcasts/broadcasts.tsx' },
      'message-previews': { module: 'admin/message-previews/message-previews.tsx' },
      imports: { module: 'admin/imports/imports.tsx' },
      'system-status': { module: 'admin/system-status/system-status.tsx' },
      'second-factor': { module: 'admin/admin-sign-in/second-factor-view.tsx' },
      'own-sessions': { module: 'admin/admin-sign-in/own-sessions-view.tsx' },
    },
  },
  {
    path: pagePaths.backdoorLogin,
    area: 'sign-in',
    audience: 'administrator',
    module: 'admin/backdoor-login/backdoor-login-page.tsx',
    calls: [readAdminSession],
  },
]
