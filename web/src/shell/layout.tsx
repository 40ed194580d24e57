import { Outlet, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { CustomerGuard } from '#session/session-guard.tsx'
import { BelowHeaderProvider } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { useIsAnswering, useIsOnline } from '#ui/waiting/online.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './layout.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A page for the utility's staff: wider, and with a short footer. */
    readonly isConsole?: boolean
    /** On wide screens its header is a rail at the side. */
    readonly hasRail?: boolean
  }
}

/** Everything around a page: skip link, banner, header, footer and idle prompt. */
export function Layout() {
  const isConsole = useMatches({ select: (matches) => matches.some((match) => match.staticData.isConsole) })
  const hasRail = useMatches({ select: (matches) => matches.some((match) => match.staticData.hasRail) })
  return (
    <BelowHeaderProvider>
      <a className={classes.skip} href="#content" onClick={skipToContent}>
        {t('Skip to main content')}
      </a>
      <OfflineBanner isConsole={isConsole} />
      <Header wide={isConsole} rail={hasRail} />
      <CookieBanner />
      <main id="content" className={classes.main} data-wide={isConsole || undefined} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer short={isConsole} />
      {isConsole ? null : <CustomerGuard />}
    </BelowHeaderProvider>
  )
}

/** The address belongs to the router and does not change. */
function skipToContent(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

const serverAway = t('We can’t reach our server. We’ll keep trying.')
const customerOffline = t('You’re offline. You can keep reading, but you can’t pay until you’re back online.')
const consoleOffline = t('You’re offline. You can keep reading, but changes have to wait until you’re back online.')

/** Also while something waits for the server. Most of the console's work is not paying. */
export function OfflineBanner({ isConsole }: { readonly isConsole: boolean }) {
  const isOnline = useIsOnline()
  const isAnswering = useIsAnswering()
  const offline = isConsole ? consoleOffline : customerOffline
  return (
    <div role="status" className={classes.bannerPlace}>
      {isOnline && isAnswering ? null : (
        <div className={classes.banner}>
          <Notice tone="warning" title={isOnline ? serverAway : offline} />
        </div>
      )}
    </div>
  )
}

/** Before anything is typed in vain. */
export function CookieBanner() {
  const [isFine] = useState(takesCookies)
  if (isFine) return null
  return (
    <div className={classes.banner}>
      <Notice tone="error" title={t('Your browser is blocking cookies.')}>
        <p>{t('Without them you can’t log in, register or pay. Allow cookies for this site, then reload the page.')}</p>
      </Notice>
    </div>
  )
}

const probe = 'portal-probe=1'

/** Tried out: `navigator.cookieEnabled` may be true where only this site's cookies are refused. */
export function takesCookies(): boolean {
  try {
    document.cookie = `${probe}; Path=/; SameSite=Lax`
    const isKept = document.cookie.split('; ').includes(probe)
    document.cookie = `${probe}; Path=/; SameSite=Lax; Max-Age=0`
    return isKept
  } catch {
    return false
  }
}
