import { Outlet } from '@tanstack/react-router'
import { BelowHeaderPlace, BelowHeaderProvider } from '#ui/below-header.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './layout.module.css'
import { OfflineBanner } from './offline-banner.tsx'

/** What surrounds every page. */
export function Layout() {
  return (
    <BelowHeaderProvider>
      <a className={classes.skip} href="#content" onClick={skipToContent}>
        Skip to main content
      </a>
      <OfflineBanner />
      <Header />
      <BelowHeaderPlace />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </BelowHeaderProvider>
  )
}

/** Moves the focus without touching the address, which belongs to the router. */
function skipToContent(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
