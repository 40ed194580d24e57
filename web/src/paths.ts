import { pagePaths } from '@portal/contract/paths'

/** The pages this app has, by name. All links go through here. */
export const paths = {
  home: pagePaths.home,
  signUp: pagePaths.signUp,
  setPassword: pagePaths.setPassword,
  dashboard: pagePaths.dashboard,
  payNow: pagePaths.payNow,
  paymentResult: pagePaths.paymentResult,
  viewBill: pagePaths.viewBill,
  faq: pagePaths.faq,
  termsAndConditions: pagePaths.termsAndConditions,
  privacyPolicy: pagePaths.privacyPolicy,
  maintenance: pagePaths.maintenance,
  adminLogin: pagePaths.adminLogin,
  adminDashboard: pagePaths.adminDashboard,
  backdoorLogin: pagePaths.backdoorLogin,
} as const

const known: ReadonlySet<string> = new Set(Object.values(paths))

/** Whether an address from the utility profile leads somewhere: to a page we have, or out by https. */
export function leadsSomewhere(to: string): boolean {
  return known.has(to) || to.startsWith('https://')
}
