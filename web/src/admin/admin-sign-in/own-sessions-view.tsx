import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import { OwnSessionsList } from '#account/own-sessions/own-sessions-list.tsx'
import { useOwnSessions } from '#account/own-sessions/use-own-sessions.ts'
import { viewNames } from '../console-view.ts'
import { Retry } from '../retry.tsx'
import { serverError } from '../server-error.ts'
import { ViewFrame } from '../view-frame.tsx'

/** Where the administrator is logged in, and logging out there (docs/security.md). */
export function OwnSessionsView() {
  const own = useOwnSessions('admin', serverError)
  return (
    // Anew after each one that ended: its button is gone, so the heading takes the focus.
    <ViewFrame key={own.endings} title={viewNames['own-sessions']} lead={ownSessionsTexts.lead}>
      {own.error ? <Retry error={own.error} onTryAgain={own.readAgain} /> : null}
      <OwnSessionsList own={own} />
    </ViewFrame>
  )
}
