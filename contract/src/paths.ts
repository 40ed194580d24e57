/** C§2.1, A§2. Any other path is Page Not Found, unless `pageMeant` knows better. */
export const pagePaths = {
  home: '/',
  signUp: '/sign-up',
  /** Opened only with the secret of a mailed link after the `#` (R8). */
  setPassword: '/set-password',
  dashboard: '/dashboard',
  payNow: '/paynow',
  paymentResult: '/payment-result',
  viewBill: '/view-bill',
  /** Opened by the link in a notification, whose secret is after the `#`. Short: a text has 160 letters. */
  stopNotifications: '/stop',
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

export const consolePathPattern = /^\/[a-z][a-z0-9-]{1,39}$/
const served = ['/api', '/assets', '/healthz', '/metrics', '/readyz']

/** Whether the console's login can be there: no other page is. */
export function isConsolePathFree(path: string): boolean {
  return path === pagePaths.adminLogin || (!known.has(path) && !served.includes(path))
}

/**
 * The address of a page at a utility whose console has an address of its own (`consolePath`). `adminLogin` is the name
 * of that page everywhere else.
 */
export function addressOfPage(page: string, consolePath: string): string {
  return page === pagePaths.adminLogin ? consolePath : page
}

/** The other way round. Null for the address the page has elsewhere. */
export function pageAt(path: string, consolePath: string): string | null {
  if (path === consolePath) return pagePaths.adminLogin
  return path === pagePaths.adminLogin ? null : path
}

/** By a path typed from paper: `//PayNow/.` is `/paynow`. Null when there is no such page. */
export function pageMeant(path: string, consolePath: string): string | null {
  const segments = path
    .toLowerCase()
    .replace(/[\s.,;:)/]+$/, '')
    .split('/')
    .filter(Boolean)
  const meant = `/${segments.join('/')}`
  const page = pageAt(meant, consolePath)
  return page !== null && known.has(page) ? meant : null
}

/**
 * The page and the secret of a mailed link whose `#` a mail gateway has written as `%23`, so that what follows has become
 * part of the path. Null for other paths.
 */
export function splitAtHash(path: string, consolePath: string): { page: string; hash: string } | null {
  const [, before, secret] = /^(.*?)(?:#|%(?:25)*23)(.*)$/is.exec(path) ?? []
  const page = before === undefined ? null : pageMeant(before, consolePath)
  return page === null ? null : { page, hash: `#${secret}` }
}

/** Only these pages may load a gateway's frame for cards, so they are loaded anew from elsewhere. */
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
