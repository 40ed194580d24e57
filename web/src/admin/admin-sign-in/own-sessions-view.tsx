import { OwnSessionsList } from '#account/own-sessions/own-sessions-list.tsx'
import { useOwnSessions } from '#account/own-sessions/use-own-sessions.ts'
import { t } from '#ui/text/t.ts'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { serverError } from '../view-parts/server-error.ts'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'

/** The administrator's sessions, each with a button to end it (docs/security.md). */
export function OwnSessionsView({ session }: ConsoleViewProps) {
  const own = useOwnSessions('admin', serverError)
  return (
    // A new heading after each ended session takes the focus, because the pressed button is gone.
    <ViewFrame
      key={own.endings}
      title={t(viewNames['own-sessions'])}
      lead={t(
        'Every browser logged in with your username. If you don’t recognize one, log it out and change your password.',
      )}
    >
      {own.error ? <Retry error={own.error} onTryAgain={own.readAgain} /> : null}
      <OwnSessionsList own={own} username={session.username} />
    </ViewFrame>
  )
}
