/**
 * The pages of the portal that there are (C§2.1). All paths are exact: any other path shows Page Not Found, and the server
 * answers it with status 404.
 */
export const pagePaths = {
  home: '/',
  signUp: '/sign-up',
  /** Only with the secret of a mailed link behind the `#` (R8). */
  setPassword: '/set-password',
  dashboard: '/dashboard',
  payNow: '/paynow',
  paymentResult: '/payment-result',
  viewBill: '/view-bill',
  faq: '/faq',
  termsAndConditions: '/terms-and-conditions',
  privacyPolicy: '/privacy-policy',
  maintenance: '/maintenance',
} as const
