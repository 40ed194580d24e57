import { keepSession, readSession } from '@portal/contract/sign-in'
import { idleTimes } from '@portal/contract/sign-in-texts'
import { useEffect } from 'react'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { appVersion, clearHintsOfOtherVersion, writeHint } from './hints.ts'
import { LiveSession } from './live-session.tsx'
import { leaveSignedOut, signOut, signOutIdle } from './sign-out.ts'

/**
 * Watches over the session of a signed-in customer (C§4): asks after five minutes, or after ten seconds with `?session=true`.
 */
export function CustomerSession() {
  useEffect(refreshHints, [])
  return (
    <LiveSession
      promptSeconds={isShortened() ? idleTimes.shortPromptSeconds : idleTimes.promptSeconds}
      read={async () => await send(readSession, { timeoutSeconds: 5 })}
      keep={async () => await send(keepSession, { body: {} })}
      hint="personId"
      onEnded={leaveSignedOut}
      onIdle={signOutIdle}
      onLeave={signOut}
    />
  )
}

/** For whoever tries the prompt out (C§4). */
function isShortened(): boolean {
  return new URLSearchParams(location.search).get('session') === 'true'
}

function refreshHints(): void {
  if (location.pathname === paths.dashboard) clearHintsOfOtherVersion()
  writeHint('app_version', appVersion)
  writeHint('baseUrl', location.origin)
}
