/**
 * The pages of the portal that there are (C§2.1). All paths are exact: any other path shows Page Not Found, and the server
 * answers it with status 404.
 */
export const pagePaths = {
  home: '/',
  payNow: '/paynow',
  paymentResult: '/payment-result',
} as const
