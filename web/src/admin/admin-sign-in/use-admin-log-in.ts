import { adminRedirectMilliseconds } from '@portal/contract/console-texts'
import { idleTimes } from '@portal/contract/sign-in-texts'
import { useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { leaveFor } from '#session/leaving/leave.ts'
import { clearStorage, consoleWork, keepAdminHints, readHint, storedWork, storeWork } from '#session/storage.ts'
import type { Answer, Credentials, LoggedInAdmin } from './ask-to-log-in.ts'

/** The set-up of an authenticator app that was shown, and when. */
type Offered = Extract<Answer, { kind: 'setUp' }>['setUp'] & { readonly at: number }

/** The server accepts a set-up for fifteen minutes; a little less here, so that nobody types a code in vain. */
const offerLastsMilliseconds = 14 * 60_000

/**
 * Logs an administrator in as A§2 describes: asks the server, perhaps with a second factor too, and a second after
 * success goes to the console.
 */
export function useAdminLogIn() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [offered, setOffered] = useState<Offered | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A ref and not state: a double click is faster than a render.
  const isSending = useRef(false)
  const logIn = async (credentials: Credentials): Promise<Answer['kind'] | null> => {
    if (isSending.current) return null
    isSending.current = true
    setBusy(true)
    setAnswer(null)
    const reply = await ask(credentials)
    setAnswer(reply)
    // After a wrong code, keep the secret that has just been added to the app.
    if (reply.kind === 'setUp') setOffered((before) => stillGood(before) ?? { ...reply.setUp, at: Date.now() })
    // It was offered to whoever had given the right password, who may be somebody else by now.
    if (reply.kind === 'refused' || reply.kind === 'code') setOffered(null)
    if (reply.kind === 'success') {
      keepHints(reply.admin)
      if (reply.recoveryCodes.length === 0) setTimeout(enterConsole, adminRedirectMilliseconds)
      return reply.kind
    }
    isSending.current = false
    setBusy(false)
    return reply.kind
  }
  const startOver = () => {
    setAnswer(null)
    setOffered(null)
  }
  return { logIn, isBusy, answer, offered, startOver }
}

/**
 * Goes to the console (A§2): to the view that was opened before logging in, or where this administrator's session ended
 * in this tab, if any (docs/readings.md).
 */
export function enterConsole(): void {
  const left = takePlace(readHint('adminId'))
  leaveFor(`${paths.adminDashboard}${location.search || left}`)
}

/**
 * Imported lazily: calls need the schema library, which must not delay the first paint. If the import fails, the
 * network is down.
 */
async function ask(credentials: Credentials): Promise<Answer> {
  try {
    const { askToLogIn } = await import('./ask-to-log-in.ts')
    return await askToLogIn(credentials)
  } catch {
    return { kind: 'unreachable' }
  }
}

function stillGood(offered: Offered | null): Offered | null {
  return offered && Date.now() - offered.at < offerLastsMilliseconds ? offered : null
}

function keepHints({ id, username, admin_role }: LoggedInAdmin): void {
  // The administrator whose session has ended in this tab may be back.
  clearStorage(consoleWork)
  keepAdminHints({ id, username, level: admin_role })
}

/**
 * The query of the view in which the session of this administrator ended in this tab, once; empty when there is none
 * (docs/readings.md). A cart that was left longer than fifteen minutes ago, or by somebody else, is forgotten.
 */
export function takePlace(adminId: string | null): string {
  const [whose, at, view] = storedWork('place')?.split(' ') ?? []
  storeWork('place', null)
  const isLongAgo = Date.now() - Number(at) >= idleTimes.logoutSeconds * 1000
  if (whose !== adminId || isLongAgo) storeWork('phonedIn', null)
  return view && whose === adminId ? `?view=${encodeURIComponent(view)}` : ''
}
