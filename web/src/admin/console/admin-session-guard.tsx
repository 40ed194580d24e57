import { type AdminSession, keepAdminSession } from '@portal/contract/admin-sign-in'
import { adminIdleTimes } from '@portal/contract/admin-sign-in-texts'
import { send } from '#api/send.ts'
import { LiveSession } from '#session/live-session.tsx'
import { leaveConsole, signOutAdmin, signOutIdleAdmin } from '../leave-console.ts'

interface AdminSessionGuardProps {
  /** Asks the server who is signed in. */
  readonly look: () => Promise<AdminSession>
}

/** The end of an idle administrator's session at fifteen minutes, with a warning a minute before (A§4, design R24). */
export function AdminSessionGuard({ look }: AdminSessionGuardProps) {
  return (
    <LiveSession
      promptSeconds={adminIdleTimes.warningSeconds}
      read={look}
      keep={async () => await send(keepAdminSession, { body: {} })}
      hint="isAdminLogin"
      onEnded={leaveConsole}
      onIdle={signOutIdleAdmin}
      onLeave={signOutAdmin}
    />
  )
}
