import { idleTimes } from '@portal/contract/sign-in-texts'
import { useRef, useState } from 'react'
import { asProblem } from '#api/send.ts'
import { lastActivity } from './idle/activity.ts'
import { IdlePrompt } from './idle/idle-prompt.tsx'
import { useIdle } from './idle/use-idle.ts'
import { useSignedOutElsewhere } from './leaving/use-signed-out-elsewhere.ts'
import type { WatchedSession } from './watched-session.ts'

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
      consequence="we’ll log you out"
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
