/**
 * The pages of the portal (C§2.1, A§2). All paths are exact: any other path shows Page Not Found, and the server
 * answers it with status 404.
 */
export const pagePaths = {
  home: '/',
  signUp: '/sign-up',
  dashboard: '/dashboard',
  payNow: '/paynow',
  paymentResult: '/payment-result',
  viewBill: '/view-bill',
  faq: '/faq',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  maintenance: '/maintenance',
  adminSignIn: '/gwaadmin',
  adminDashboard: '/admin-dashboard',
  backdoorSignIn: '/backdoor-login',
} as const
export type PagePath = (typeof pagePaths)[keyof typeof pagePaths]
