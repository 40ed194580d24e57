import { Outlet, useMatches } from '@tanstack/react-router'
import { CustomerGuard } from '#session/session-guard.tsx'
import { BelowHeaderPlace, BelowHeaderProvider } from '#ui/page/below-header.tsx'
import { CookieBanner } from './cookie-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import classes from './layout.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** A page for the utility's staff: wider, and with a short footer. */
    readonly isConsole?: boolean
  }
}

/** Everything around a page: skip link, banner, header, footer and idle prompt. */
export function Layout() {
  const isConsole = useMatches({ select: (matches) => matches.some((match) => match.staticData.isConsole) })
  return (
    <BelowHeaderProvider>
      <a className={classes.skip} href="#content" onClick={skipToContent}>
        Skip to main content
      </a>
      <OfflineBanner isConsole={isConsole} />
      <Header wide={isConsole} />
      <CookieBanner />
      <BelowHeaderPlace />
      <main id="content" className={classes.main} data-wide={isConsole || undefined} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer short={isConsole} />
      {isConsole ? null : <CustomerGuard />}
    </BelowHeaderProvider>
  )
}

/** Moves the focus without changing the address, which belongs to the router. */
function skipToContent(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
