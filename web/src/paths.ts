import { pagePaths } from '@portal/contract/paths'

/** The pages of this app by name. Every link uses these. */
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

/** Whether an address from the utility profile can be linked to: one of our pages, or an https address. */
export function leadsSomewhere(to: string): boolean {
  return known.has(to) || to.startsWith('https://')
}
