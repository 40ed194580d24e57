import { redirectAfterMilliseconds, signInTexts } from '@portal/contract/sign-in-texts'
import { useRef, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { leaveFor } from '#session/leaving/leave.ts'
import {
  appVersion,
  clearStorage,
  keepAccountHints,
  keepPersonHints,
  placeAfterSignIn,
  readHint,
  rememberViewBill,
  writeHint,
} from '#session/storage/hints.ts'
import type { Answer, Credentials, SignedIn } from './ask-to-sign-in.ts'

/** The outcome that the alert area shows. */
export type LogInOutcome = Exclude<Answer, { kind: 'closed' }>

/**
 * Signs a customer in as C§4 describes: clears the storage, asks the server, and a second after success goes to the
 * stored bill or the dashboard.
 */
export function useLogIn({ onClosed }: { readonly onClosed: () => void }) {
  const { profile } = usePortalStart()
  const [outcome, setOutcome] = useState<LogInOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A ref and not state: a double click is faster than a render.
  const isSending = useRef(false)
  /** Returns null when another attempt is already under way. */
  const logIn = async (credentials: Credentials): Promise<Answer | null> => {
    if (isSending.current) return null
    isSending.current = true
    setBusy(true)
    setOutcome(null)
    const viewBill = readHint('viewBillURL')
    clearStorage()
    const answer = await ask(credentials, profile.division)
    if (answer.kind === 'success') {
      keepHints(credentials.userName.trim(), answer.signedIn)
      setOutcome(answer)
      setTimeout(() => leaveFor(placeAfterSignIn(viewBill)), redirectAfterMilliseconds)
      return answer
    }
    // The person still wants to see that bill after the next attempt.
    if (viewBill !== null) rememberViewBill(viewBill)
    if (answer.kind === 'closed') onClosed()
    else setOutcome(answer)
    isSending.current = false
    setBusy(false)
    return answer
  }
  return { logIn, isBusy, outcome }
}

/**
 * Imported lazily: calls need the schema library, which must not delay the first paint. If the import fails, the
 * network is down.
 */
async function ask(credentials: Credentials, division: string): Promise<Answer> {
  try {
    const { askToSignIn } = await import('./ask-to-sign-in.ts')
    return await askToSignIn(credentials, division)
  } catch {
    return { kind: 'refused', message: signInTexts.notResponding, isLocked: false }
  }
}

function keepHints(username: string, { personId, premiseData }: SignedIn): void {
  writeHint('app_version', appVersion)
  keepPersonHints({ username, personId })
  keepAccountHints(premiseData)
}
