import { idleTimes } from '@portal/contract/sign-in-texts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { asProblem } from '#api/send.ts'
import { t } from '#ui/text/t.ts'
import { lastActivity } from './idle/activity.ts'
import { IdlePrompt } from './idle/idle-prompt.tsx'
import { useIdle } from './idle/use-idle.ts'
import { reloadPage } from './reload-page.ts'
import { type HintName, readHint, writeHint } from './storage.ts'

export interface WatchedSession {
  /** Read each time, because the address may change it. */
  readonly promptSeconds: () => number
  /** Activity while the person is being asked is as good as an answer. */
  readonly activityIsAnswer?: boolean
  /** Does not extend the session. */
  readonly read: () => Promise<{ readonly secondsLeft: number }>
  /** Tells the server that the person is still there. */
  readonly keep: () => Promise<unknown>
  /** Says whose session it is, and is removed when it ends, by which other tabs notice. */
  readonly hint: HintName
  /** The session has ended elsewhere. */
  readonly onEnded: () => void
  /** Nobody is there anymore. */
  readonly onIdle: () => Promise<void>
  /** The person chooses to log out now. */
  readonly onLeave: () => Promise<void>
}

/** Even when the page makes no calls. */
const keepEveryMilliseconds = 120_000

/** Asks the idle, keeps the server's session alive while any tab is active, leaves when it ended (C§4, A§4, R24). */
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

/** A tab with separate storage may have been used. Activity within a minute of the last here is this tab's own. */
async function seenElsewhere({ read }: WatchedSession): Promise<number | null> {
  try {
    const { secondsLeft } = await read()
    const seenAt = Date.now() - (idleTimes.serverSeconds - secondsLeft) * 1000
    return seenAt > lastActivity() + 60_000 ? seenAt : null
  } catch {
    return null
  }
}

/** For another person's login, loads the page anew: its calls would be in their name, beside what it still shows. */
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

/** When the server cannot be reached, the session is not known to be alive either. */
async function isSignedIn({ read, onEnded }: Pick<WatchedSession, 'read' | 'onEnded'>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') onEnded()
    return false
  }
}
