import { idleTimes } from '@portal/contract/sign-in-texts'
import { useRef, useState } from 'react'
import { asProblem } from '#api/send.ts'
import { lastActivity } from './activity.ts'
import { IdlePrompt } from './idle-prompt.tsx'
import { useIdle } from './use-idle.ts'
import { useSignedOutElsewhere } from './use-signed-out-elsewhere.ts'
import type { WatchedSession } from './watched-session.ts'

/** While the person is active, the server hears of it this often, also when the page has nothing to ask it. */
const keepEveryMilliseconds = 120_000

/**
 * Watches over the session of somebody who has signed in: asks 'Are you still there?' and signs out a minute later;
 * signs out at once who comes back after fifteen minutes; keeps the server's session alive while the person is active,
 * in whichever tab; and leaves when the session was ended elsewhere (C§4, A§4, R24).
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
      consequence="we will log you out"
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
 * Asks the server before anybody is sent away: a tab that does not share our storage may have been used. Within a
 * minute of the last activity here it is this tab's own doing.
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
