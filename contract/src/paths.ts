/** All pages of the portal (C§2.1, A§2). Paths are exact: any other path shows Page Not Found, with status 404. */
export const pagePaths = {
  home: '/',
  signUp: '/sign-up',
  /** Only with the secret of a mailed link after the `#` (R8). */
  setPassword: '/set-password',
  dashboard: '/dashboard',
  payNow: '/paynow',
  paymentResult: '/payment-result',
  viewBill: '/view-bill',
  faq: '/faq',
  termsAndConditions: '/terms-and-conditions',
  privacyPolicy: '/privacy-policy',
  maintenance: '/maintenance',
  /** Where administrators log in, and where those who have not are sent (A§2). */
  adminLogin: '/gwaadmin',
  adminDashboard: '/admin-dashboard',
  /** The customer's login for testing, beside a live administrator session (A§2, R6). */
  backdoorLogin: '/backdoor-login',
} as const
