import { keepAdminSession, readAdminSession } from '@portal/contract/admin-sign-in'
import { adminIdleTimes } from '@portal/contract/console-texts'
import { send } from '#api/send.ts'
import { leaveConsole, signOutAdmin, signOutIdleAdmin } from './leaving/leave-console.ts'
import { type WatchedSession, LiveSession } from './live-session.tsx'
import { keepAdminHints } from './storage.ts'

interface ConsoleSessionProps {
  /** For a page that itself needs to know who is signed in. */
  readonly look?: WatchedSession['read']
}

/** After fifteen minutes without activity, with a warning a minute before (A§4, R24). */
export function ConsoleSession({ look = readNow }: ConsoleSessionProps) {
  return (
    <LiveSession
      promptSeconds={() => adminIdleTimes.warningSeconds}
      activityIsAnswer
      read={look}
      keep={async () => await send(keepAdminSession, { body: {} })}
      hint="adminId"
      onEnded={leaveConsole}
      onIdle={signOutIdleAdmin}
      onLeave={signOutAdmin}
    />
  )
}

async function readNow() {
  const found = await send(readAdminSession)
  // A visitor or customer in another tab may have cleared the storage.
  keepAdminHints(found)
  return found
}
