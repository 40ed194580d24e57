import { idleTimes } from '@portal/contract/sign-in-texts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { asProblem } from '#api/send.ts'
import { t } from '#ui/text/t.ts'
import { lastActivity } from './idle/activity.ts'
import { IdlePrompt } from './idle/idle-prompt.tsx'
import { useIdle } from './idle/use-idle.ts'
import { reloadPage } from './reload-page.ts'
import { type HintName, readHint, writeHint } from './storage.ts'

/** A customer's or an administrator's session, as `LiveSession` needs it. */
export interface WatchedSession {
  /** How long without activity until the person is asked; read each time, because the address may change it. */
  readonly promptSeconds: () => number
  /** Activity while the person is being asked is as good as an answer. */
  readonly activityIsAnswer?: boolean
  /** Asks the server how long the session has left; this does not extend it. */
  readonly read: () => Promise<{ readonly secondsLeft: number }>
  /** Tells the server that the person is still there. */
  readonly keep: () => Promise<unknown>
  /** The hint that says whose session it is, and is removed when it ends, by which other tabs notice. */
  readonly hint: HintName
  /** Called when the session has ended elsewhere. */
  readonly onEnded: () => void
  /** Called when nobody is there any more. */
  readonly onIdle: () => Promise<void>
  /** Called when the person chooses to log out now. */
  readonly onLeave: () => Promise<void>
}

/** How often the server is told that the person is active, even when the page makes no calls. */
const keepEveryMilliseconds = 120_000

/**
 * Watches the session of a signed-in person: asks 'Are you still there?' and signs out a minute later; signs out at
 * once when the person returns after fifteen minutes or more; keeps the server's session alive while the person is
 * active in any tab; and leaves when the session was ended elsewhere (C§4, A§4, R24).
 */
export function LiveSession(session: WatchedSession) {
  const [openedAt] = useState(Date.now)
  const keptAt = useRef(openedAt)
  const keepAlive = () => {
    keptAt.current = Date.now()
    void session.keep().catch((error: unknown) => {
      if (asProblem(error).name === 'not-signed-in') session.onEnded()
    })
  }
  const { secondsLeft, stay } = useIdle({
    promptSeconds: session.promptSeconds,
    activityIsAnswer: session.activityIsAnswer,
    onActive: () => {
      if (Date.now() - keptAt.current >= keepEveryMilliseconds) keepAlive()
    },
    seenElsewhere: async () => await seenElsewhere(session),
    onGone: () => void session.onIdle(),
  })
  useSignedOutElsewhere(session)
  if (secondsLeft === null) return null
  return (
    <IdlePrompt
      consequence={t('we’ll log you out')}
      secondsLeft={secondsLeft}
      onStay={() => {
        keepAlive()
        stay()
      }}
      onLeave={() => void session.onLeave().catch(session.onIdle)}
    />
  )
}

/**
 * Asks the server before signing out, because a tab with separate storage may have been used. Activity within a minute
 * of the last here is this tab's own.
 */
async function seenElsewhere({ read }: WatchedSession): Promise<number | null> {
  try {
    const { secondsLeft } = await read()
    const seenAt = Date.now() - (idleTimes.serverSeconds - secondsLeft) * 1000
    return seenAt > lastActivity() + 60_000 ? seenAt : null
  } catch {
    return null
  }
}

/**
 * Leaves when the session has ended elsewhere: another tab logged out, the password was changed, or the session expired
 * while this tab was in the background. When somebody else has logged in in another tab, loads the page anew: its calls
 * would be made in their name, beside what it still shows of the person before.
 */
export function useSignedOutElsewhere(session: Pick<WatchedSession, 'hint' | 'read' | 'onEnded'>): void {
  const { hint } = session
  const leave = useEffectEvent(async (whose: string | null) => {
    // A visitor in another tab may have cleared the storage, which ends nobody's session (C§2.1).
    if ((await isSignedIn(session)) && whose !== null && readHint(hint) === null) writeHint(hint, whose)
  })
  useEffect(() => {
    const whose = readHint(hint)
    const look = () => {
      const now = readHint(hint)
      if (whose !== null && now !== null && now !== whose) reloadPage()
      else void leave(whose)
    }
    const onStorage = (event: StorageEvent) => {
      if (event.storageArea === localStorage && (event.key === null || event.key === hint)) look()
    }
    const onReturn = () => {
      if (document.visibilityState === 'visible') look()
    }
    window.addEventListener('storage', onStorage)
    // A page restored from the back/forward cache has missed the storage events.
    window.addEventListener('pageshow', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [hint])
}

/** Leaves when the session has ended. When the server cannot be reached, it is not known to be alive either. */
async function isSignedIn({ read, onEnded }: Pick<WatchedSession, 'read' | 'onEnded'>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') onEnded()
    return false
  }
}
