import { keepSession, readSession } from '@portal/contract/sign-in'
import { idleTimes } from '@portal/contract/sign-in-texts'
import { useEffect, useRef, useState } from 'react'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { lastActivity } from './activity.ts'
import { appVersion, clearHintsOfOtherVersion, writeHint } from './hints.ts'
import { IdlePrompt } from './idle-prompt.tsx'
import { leaveSignedOut, signOut, signOutIdle } from './sign-out.ts'
import { useIdle } from './use-idle.ts'
import { useSignedOutElsewhere } from './use-signed-out-elsewhere.ts'

/** While the person is active, the server hears of it this often, also when the page has nothing to ask it. */
const keepEveryMilliseconds = 120_000

/**
 * Watches over the session of a signed-in customer (C§4): asks 'Are you still there?' after five minutes (ten seconds with `?session=true`) and logs out a minute later; logs out at
 * once who comes back after fifteen minutes; keeps the server's session alive while the person is active, in whichever tab;
 * and leaves for `/` when the session was ended elsewhere.
 */
export function CustomerSession() {
  const [openedAt] = useState(Date.now)
  const keptAt = useRef(openedAt)
  const { secondsLeft, stay } = useIdle({
    promptSeconds: isShortened() ? idleTimes.shortPromptSeconds : idleTimes.promptSeconds,
    onActive: () => {
      if (Date.now() - keptAt.current < keepEveryMilliseconds) return
      keptAt.current = Date.now()
      void keepAlive()
    },
    seenElsewhere,
    onGone: () => void signOutIdle(),
  })
  useSignedOutElsewhere()
  useEffect(refreshHints, [])
  if (secondsLeft === null) return null
  return (
    <IdlePrompt
      consequence="we will log you out"
      secondsLeft={secondsLeft}
      onStay={() => {
        keptAt.current = Date.now()
        stay()
        void keepAlive()
      }}
      onLeave={() => void signOut().catch(signOutIdle)}
    />
  )
}

/** For whoever tries the prompt out (C§4). */
function isShortened(): boolean {
  return new URLSearchParams(location.search).get('session') === 'true'
}

async function keepAlive(): Promise<void> {
  try {
    await send(keepSession, { body: {} })
  } catch (error) {
    if (asProblem(error).name === 'not-signed-in') leaveSignedOut()
  }
}

/**
 * Asks the server before anybody is sent away: a tab that does not share our storage may have been used. Within a minute of the
 * last activity here it is this tab's own doing.
 */
async function seenElsewhere(): Promise<number | null> {
  try {
    const { secondsLeft } = await send(readSession, { timeoutSeconds: 5 })
    const seenAt = Date.now() - (idleTimes.serverSeconds - secondsLeft) * 1000
    return seenAt > lastActivity() + 60_000 ? seenAt : null
  } catch {
    return null
  }
}

function refreshHints(): void {
  if (location.pathname === paths.dashboard) clearHintsOfOtherVersion()
  writeHint('app_version', appVersion)
  writeHint('baseUrl', location.origin)
}
