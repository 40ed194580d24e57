import { readSession } from '@portal/contract/sign-in'
import { useEffect } from 'react'
import { asProblem, send } from '#api/send.ts'
import type { HintName } from './hints.ts'
import { leaveSignedOut } from './sign-out.ts'

/** Goes with the customer: who logs out in another tab takes it along. */
const signedInHint: HintName = 'personId'

/**
 * Leaves for the login page when the session has ended without this tab's doing: another tab logged out, the password was
 * changed elsewhere, or the tab lay in the background until the session ran out.
 */
export function useSignedOutElsewhere(): void {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea !== localStorage) return
      if (event.key === null || (event.key === signedInHint && event.newValue === null)) void leaveIfSignedOut()
    }
    const onReturn = () => {
      if (document.visibilityState === 'visible') void leaveIfSignedOut()
    }
    window.addEventListener('storage', onStorage)
    // A page that Back brings out of the browser's memory has missed what was said meanwhile.
    window.addEventListener('pageshow', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}

async function leaveIfSignedOut(): Promise<void> {
  try {
    await send(readSession)
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') leaveSignedOut()
  }
}
