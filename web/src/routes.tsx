import type { PageText, PageTextName } from '@portal/contract/page-texts'
import { pageAt, pageMeant, splitAtHash, takesCards } from '@portal/contract/paths'
import type { PortalStart } from '@portal/contract/utility'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  parseSearchWith,
  redirect,
  retainSearchParams,
  stringifySearchWith,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { consoleSearch } from './admin/console-address.ts'
import { billSearch } from './bill-view/bill-link.ts'
import { type DashboardSearch, dashboardSearch } from './customer/dashboard/dashboard-address.ts'
import { NotFoundPage } from './customer/pages/not-found-page.tsx'
import { signUpSearch } from './customer/sign-up/sign-up-address.ts'
import { paths, setConsolePath, shownAddress } from './paths.ts'
import { wizardSearch } from './pay-now/wizard-address.ts'
import { resultSearch } from './payment/result/result-address.ts'
import { isResultStored } from './payment/sending/stored-result.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { Layout } from './shell/layout.tsx'
import { type LazyComponent, lazyComponent, whenOnline } from './ui/waiting/online.ts'

/** What routes know before their pages have loaded. */
type RouterContext = Pick<PortalStart, 'signedIn' | 'cardFrame' | 'profile'>

const root = createRootRouteWithContext<RouterContext>()({
  component: Layout,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location, context: { cardFrame }, preload }) => {
    // Only a page that was loaded as one that takes cards may show the gateway's frame.
    if (cardFrame && !cardFrame.isAllowed && !preload && takesCards(location.href)) {
      throw redirect({ href: location.href, reloadDocument: true })
    }
    // By itself, the router would accept a path with a trailing slash.
    if (location.pathname.length > 1 && location.pathname.endsWith('/')) throw notFound()
  },
})

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  component: page(() => import('./customer/home/home-page.tsx'), 'HomePage'),
})

const dashboard = createRoute({
  getParentRoute: () => root,
  path: paths.dashboard,
  validateSearch: onlyKnown(dashboardSearch),
  search: { middlewares: [retainSearchParams<DashboardSearch>(['session'])] },
  component: page(() => import('./customer/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: paths.signUp,
  validateSearch: onlyKnown(signUpSearch),
  component: page(() => import('./customer/sign-up/sign-up-page.tsx'), 'SignUpPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: paths.setPassword,
  component: page(() => import('./customer/set-password/set-password-page.tsx'), 'SetPasswordPage'),
})

const stopNotifications = createRoute({
  getParentRoute: () => root,
  path: paths.stopNotifications,
  component: page(() => import('./customer/stop-notifications/stop-notifications-page.tsx'), 'StopNotificationsPage'),
})

const payNow = createRoute({
  getParentRoute: () => root,
  path: paths.payNow,
  validateSearch: onlyKnown(wizardSearch),
  component: page(() => import('./pay-now/pay-now-page.tsx'), 'PayNowPage'),
})

const readResultSearch = onlyKnown(resultSearch)

const paymentResult = createRoute({
  getParentRoute: () => root,
  path: paths.paymentResult,
  validateSearch: readResultSearch,
  // Without a payment to show, the page is not even loaded (C§4). The dashboard would redirect visitors once more.
  beforeLoad: ({ search: { id, key }, context: { signedIn } }) => {
    if (id || key || isResultStored()) return
    throw redirect({ to: signedIn.customer ? paths.dashboard : paths.home, replace: true })
  },
  component: page(() => import('./payment/result/result-page.tsx'), 'ResultPage'),
})

const viewBill = createRoute({
  getParentRoute: () => root,
  path: paths.viewBill,
  validateSearch: onlyKnown(billSearch),
  component: page(() => import('./bill-view/view-bill-page.tsx'), 'ViewBillPage'),
})

const faq = createRoute({
  getParentRoute: () => root,
  path: paths.faq,
  component: page(() => import('./customer/pages/faq-page.tsx'), 'FaqPage'),
})

const textPage = () => import('./customer/pages/text-page.tsx')

/**
 * Loads a text page. The loader is imported lazily, because it needs the schema library, which the first file of every
 * page must not contain.
 */
async function pageText(name: PageTextName, signal: AbortSignal): Promise<PageText> {
  const { loadPageText } = await whenOnline(() => import('./customer/pages/load-page-text.ts'))()
  return await loadPageText(name, signal)
}

const textStates = {
  staleTime: Infinity,
  pendingComponent: page(textPage, 'TextPending'),
  errorComponent: page(textPage, 'TextFailed'),
}

const terms = createRoute({
  getParentRoute: () => root,
  path: paths.termsAndConditions,
  loader: async ({ abortController }) => await pageText('termsAndConditions', abortController.signal),
  component: page(textPage, 'TermsPage'),
  ...textStates,
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacyPolicy,
  loader: async ({ abortController }) => await pageText('privacyPolicy', abortController.signal),
  component: page(textPage, 'PrivacyPage'),
  ...textStates,
})

const maintenance = createRoute({
  getParentRoute: () => root,
  path: paths.maintenance,
  component: page(() => import('./customer/pages/maintenance-page.tsx'), 'MaintenancePage'),
})

const adminLogin = createRoute({
  getParentRoute: () => root,
  path: paths.adminLogin,
  // Where in the console to go after logging in.
  validateSearch: onlyKnown(consoleSearch),
  component: page(() => import('./admin/admin-sign-in/login-page.tsx'), 'AdminLoginPage'),
  staticData: { isConsole: true },
})

const adminDashboard = createRoute({
  getParentRoute: () => root,
  path: paths.adminDashboard,
  validateSearch: onlyKnown(consoleSearch),
  component: page(() => import('./admin/console/console-page.tsx'), 'ConsolePage'),
  staticData: { isConsole: true, hasRail: true },
})

const backdoorLogin = createRoute({
  getParentRoute: () => root,
  path: paths.backdoorLogin,
  component: page(() => import('./admin/backdoor-login/backdoor-login-page.tsx'), 'BackdoorLoginPage'),
  staticData: { isConsole: true },
})

/**
 * A page's component, loaded when it is first shown, or when somebody is about to open it. Its props are not inferred,
 * because their types depend on the routes.
 */
function page<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): LazyComponent<object> {
  return lazyComponent(async () => {
    const component = (await load())[name]
    if (!isComponent(component)) throw new TypeError(name)
    return component
  })
}

function isComponent(part: unknown): part is FunctionComponent<object> {
  return typeof part === 'function'
}

type Read<Search extends object> = (address: Record<string, unknown>) => Search

/**
 * Removes unknown search parameters from an address. By itself the router would keep them, along with refused values.
 * One parameter is accepted by every page: it makes the prompt for idle customers appear early (C§4).
 */
function onlyKnown<Search extends object>(read: Read<Search>): Read<Search> {
  return (address) => ({
    ...Object.fromEntries(Object.keys(address).map((name) => [name, undefined])),
    ...(address.session === true ? { session: true } : {}),
    ...read(address),
  })
}

/**
 * Opens the page that is meant by an address typed slightly otherwise, or changed by a mail gateway. The router takes a
 * path with a trailing slash for the same address and would redirect for ever.
 */
function straightenAddress(consolePath: string): void {
  const { pathname, search, hash } = window.location
  const link = splitAtHash(pathname, consolePath)
  const meant = link?.page ?? pageMeant(pathname, consolePath)
  if (meant === null || meant === pathname) return
  window.history.replaceState(window.history.state, '', meant + search + (link?.hash ?? hash))
}

const noPage = '/no-such-page'

function moved(url: URL, path: string): URL {
  if (path !== url.pathname) url.pathname = path
  return url
}

/** Every page of the portal (C§2.1, A§2); any other address shows Page Not Found. */
export function createPortalRouter(context: RouterContext) {
  const { consolePath } = context.profile
  setConsolePath(consolePath)
  straightenAddress(consolePath)
  return createRouter({
    context,
    routeTree: root.addChildren([
      home,
      signUp,
      setPassword,
      stopNotifications,
      dashboard,
      payNow,
      paymentResult,
      viewBill,
      faq,
      terms,
      privacy,
      maintenance,
      adminLogin,
      adminDashboard,
      backdoorLogin,
    ]),
    // The console's login has an address of the utility's own.
    rewrite: {
      input: ({ url }) => moved(url, pageAt(url.pathname, consolePath) ?? noPage),
      output: ({ url }) => moved(url, shownAddress(url.pathname)),
    },
    defaultErrorComponent: ErrorPage,
    caseSensitive: true,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    // Account and bill numbers appear in addresses without quotation marks, and free text is restored exactly, because
    // a text becomes a number only if that number would be written in the same way.
    stringifySearch: stringifySearchWith(JSON.stringify),
    parseSearch: parseSearchWith((text) => text),
    scrollRestoration: true,
  })
}

export type PortalRouter = ReturnType<typeof createPortalRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter
  }
}
