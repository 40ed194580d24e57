import type { PortalStart } from '@portal/contract/utility'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PortalStartProvider } from './api/portal-start.tsx'
import { createPortalRouter, type PortalRouter } from './routes.tsx'
import { PopupProvider } from './session/popup.tsx'
import { keepFocus } from './ui/focus.ts'
import { heedWhatProgramsFill } from './ui/form/filled-by-programs.ts'
import { PageTitles } from './ui/page/page-heading.tsx'

interface AppProps {
  readonly start: PortalStart
  /** A router that has already loaded the page; by default a new one. */
  readonly router?: PortalRouter
}

/** The whole portal: the providers that every page uses, and the router that chooses the page. */
export function App({ start, router: loaded }: AppProps) {
  const [router] = useState(() => loaded ?? createPortalRouter(start))
  useEffect(heedWhatProgramsFill, [])
  useEffect(keepFocus, [])
  return (
    <PortalStartProvider start={start}>
      <PageTitles siteName={start.profile.name}>
        <PopupProvider>
          <RouterProvider router={router} />
        </PopupProvider>
      </PageTitles>
    </PortalStartProvider>
  )
}
