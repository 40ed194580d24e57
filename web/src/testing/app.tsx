import type { PortalStart } from '@portal/contract/utility'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '#app.tsx'
import { writeHint } from '#session/storage.ts'
import { testStart } from './data.ts'

/** Renders the portal at an address, as a browser would open it in which an administrator who is signed in has logged in. */
export function openPortal(address: string, start: Partial<PortalStart> = {}) {
  window.history.replaceState(null, '', address)
  if (start.signedIn?.admin) writeHint('isAdminLogin', 'true')
  render(<App start={{ ...testStart, ...start }} />)
  return userEvent.setup()
}
