import type { PortalStart } from '@portal/contract/utility'
import type { HistoryState } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '#app.tsx'
import { writeHint } from '#session/storage.ts'
import { testStart } from './data.ts'

/**
 * Renders the portal at an address, as a browser would open it in which an administrator who is signed in has logged in.
 * @param state what the browser kept with the address, as on a reload
 */
export function openPortal(address: string, start: Partial<PortalStart> = {}, state: HistoryState | null = null) {
  // The router takes only entries that bear its mark for its own.
  window.history.replaceState(state && { ...state, __TSR_key: 'kept', __TSR_index: 0 }, '', address)
  if (start.signedIn?.admin) writeHint('isAdminLogin', 'true')
  render(<App start={{ ...testStart, ...start }} />)
  return userEvent.setup()
}
