import { setAccountShape } from '@portal/contract/account-shape'
import { setProof } from '@portal/contract/proof'
import type { PortalStart } from '@portal/contract/utility'
import './ui/styles.ts'
import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { setCallOrigins } from '#api/call-address.ts'
import { ignoreStrayPresses } from '#ui/stray-presses.ts'
import { App } from './app.tsx'
import { createPortalRouter } from './routes.tsx'
import { StartFailed } from './shell/error-page.tsx'
import { readStart } from './start.ts'

/** How long to wait for the page's files and data before showing that it is loading. */
const patienceMilliseconds = 1000

ignoreStrayPresses()
void open()

/**
 * Loads the page of the address first and renders it once, within a transition, which React splits into short tasks. If
 * the router rendered it as it arrives, that would be one long task, during which a slow phone does not respond.
 */
async function open(): Promise<void> {
  const start = startOfPage()
  if (!start) return show(<StartFailed />)
  setAccountShape(start.profile.accountShape)
  setProof(start.profile.proof)
  setCallOrigins(start.callOrigins)
  const router = createPortalRouter(start)
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
