import { keepSession, readSession } from '@portal/contract/sign-in'
import { idleTimes } from '@portal/contract/sign-in-texts'
import { send } from '#api/send.ts'
import { leaveSignedOut, signOut, signOutIdle } from './leaving/sign-out.ts'
import { LiveSession } from './live-session.tsx'

/** C§4: asks after five minutes without activity, or after ten seconds with `?session=true`. */
export function CustomerSession() {
  return (
    <LiveSession
      promptSeconds={promptSeconds}
      read={async () => await send(readSession, { timeoutSeconds: 5 })}
      keep={async () => await send(keepSession, { body: {} })}
      hint="personId"
      onEnded={leaveSignedOut}
      onIdle={signOutIdle}
      onLeave={signOut}
    />
  )
}

/** Shortened by the address, to try out the prompt (C§4). */
function promptSeconds(): number {
  const isShortened = new URLSearchParams(location.search).get('session') === 'true'
  return isShortened ? idleTimes.shortPromptSeconds : idleTimes.promptSeconds
}
