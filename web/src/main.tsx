import './ui/styles.ts'
import type { PortalStart } from '@portal/contract/utility'
import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { setCallOrigins } from '#api/call-address.ts'
import { App } from './app.tsx'
import { createPortalRouter } from './routes.tsx'
import { StartFailed } from './shell/start-failed.tsx'
import { readStart } from './start.ts'

/** A page whose files and data are not there by then is shown as one that is on its way. */
const patienceMilliseconds = 1000

void open()

/**
 * What the address names is loaded first and rendered once, in the pieces that React makes of a transition: rendered
 * when it comes, as the router would have it, it is one long task in which a slow phone answers to nobody.
 */
async function open(): Promise<void> {
  const start = startOfPage()
  if (!start) return show(<StartFailed />)
  setCallOrigins(start.callOrigins)
  const router = createPortalRouter()
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))])
  show(<App start={start} router={router} />)
}

function startOfPage(): PortalStart | null {
  try {
    return readStart(document)
  } catch {
    return null
  }
}

function show(page: ReactNode): void {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no root element')
  const root = createRoot(container)
  startTransition(() => root.render(page))
}
