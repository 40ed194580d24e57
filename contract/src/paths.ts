/**
 * All pages of the portal (C§2.1, A§2). Paths are exact: any other path shows Page Not Found, with status 404, unless
 * `pageMeant` knows better.
 */
export const pagePaths = {
  home: '/',
  signUp: '/sign-up',
  /** Opened only with the secret of a mailed link after the `#` (R8). */
  setPassword: '/set-password',
  dashboard: '/dashboard',
  payNow: '/paynow',
  paymentResult: '/payment-result',
  viewBill: '/view-bill',
  faq: '/faq',
  termsAndConditions: '/terms-and-conditions',
  privacyPolicy: '/privacy-policy',
  maintenance: '/maintenance',
  /** Where administrators log in. Anyone who opens the console without having logged in is sent here (A§2). */
  adminLogin: '/gwaadmin',
  adminDashboard: '/admin-dashboard',
  /** The customer's login for testing, beside a live administrator session (A§2, R6). */
  backdoorLogin: '/backdoor-login',
} as const

const known: ReadonlySet<string> = new Set(Object.values(pagePaths))

/**
 * The page meant by a decoded path that somebody typed from paper, with capitals, a slash too many, or the full stop
 * that ended the sentence: `//PayNow/.` is `/paynow`. The path of a page means that page.
 * @returns null when there is no such page
 */
export function pageMeant(path: string): string | null {
  const segments = path
    .toLowerCase()
    .replace(/[\s.,;:)/]+$/, '')
    .split('/')
    .filter(Boolean)
  const meant = `/${segments.join('/')}`
  return known.has(meant) ? meant : null
}

/**
 * Whether the page of an address, path and query, takes cards or lets payers confirm one with the bank. Where the gateway has a frame for them, only such a page
 * may load it, so these pages are loaded anew from elsewhere.
 */
export function takesCards(address: string): boolean {
  const { pathname, searchParams } = new URL(address, 'https://portal')
  if (pathname === pagePaths.adminDashboard) return searchParams.get('view') === 'phoned-in'
  return [pagePaths.payNow, pagePaths.dashboard, pagePaths.paymentResult].some((page) => page === pathname)
}

/** Where browsers report what a page's Content-Security-Policy kept from it. */
export const policyReportPath = '/api/v1/policy-reports'

/** The cookie with the scheme somebody chose on this device, and when the style sheet of the dark scheme counts. */
export const schemeCookie = {
  name: 'scheme',
  media: { system: 'screen and (prefers-color-scheme: dark)', light: 'not all', dark: 'screen' },
} as const
