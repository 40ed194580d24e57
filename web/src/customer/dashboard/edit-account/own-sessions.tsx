import { ownSessionsTexts } from '@portal/contract/own-sessions'
import { OwnSessionsList } from '#account/own-sessions/own-sessions-list.tsx'
import { useOwnSessions } from '#account/own-sessions/use-own-sessions.ts'
import { Button } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import type { Person } from '../accounts/use-accounts.ts'
import { Retry } from '../view-states.tsx'
import layout from '#ui/form/form-layout.module.css'
import classes from '../dashboard.module.css'

interface OwnSessionsProps {
  readonly person: Person
  /** Returns to the details. */
  readonly onDone: () => void
}

/** The customer's sessions, each with a button to end it (docs/security.md). */
export function OwnSessions({ person, onDone }: OwnSessionsProps) {
  const own = useOwnSessions('customer')
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      {/* A new heading after each ended session takes the focus, because the pressed button is gone. */}
      <PageHeading key={own.endings} title={t(ownSessionsTexts.title)} />
      <p className={classes.lead}>
        {t(
          'Every browser logged in with your username. If you don’t recognize one, log it out and change your password.',
        )}
      </p>
      {own.error ? <Retry error={own.error} onTryAgain={own.readAgain} /> : null}
      <OwnSessionsList own={own} username={person.username} />
      <div className={layout.actions}>
        <Button look="quiet" wide onClick={onDone}>
          {t('Back')}
        </Button>
      </div>
    </div>
  )
}
