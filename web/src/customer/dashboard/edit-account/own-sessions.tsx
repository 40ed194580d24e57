import { formatInstant } from '@portal/contract/dates'
import type { OwnSession } from '@portal/contract/own-sessions'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import { usePortalStart } from '#session/portal-start.tsx'
import { Button } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { HiddenText } from '#ui/hidden-text.tsx'
import layout from '#ui/form-layout.module.css'
import { Loading } from '#ui/loading.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from '../dashboard.module.css'
import { Retry } from '../retry.tsx'
import { useOwnSessions } from './use-own-sessions.ts'

interface OwnSessionsProps {
  /** Back to the details. */
  readonly onDone: () => void
}

/** Where the customer is logged in, each with a button that ends it (design §7). This browser logs out as everywhere. */
export function OwnSessions({ onDone }: OwnSessionsProps) {
  const own = useOwnSessions()
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      {/* Anew after each one that ended: its button is gone, so the heading takes the focus. */}
      <PageHeading key={own.endings} title={ownSessionsTexts.title} />
      <p className={classes.lead}>{ownSessionsTexts.lead}</p>
      {own.told ? <Notice tone={own.told.tone} role="status" title={own.told.text} /> : null}
      {own.error ? <Retry error={own.error} onTryAgain={own.readAgain} /> : null}
      {own.isPending ? <Loading what="Looking where you are logged in" rows={3} /> : null}
      <ul className={classes.stack}>
        {own.sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            isEnding={own.ending === session.id}
            onEnd={() => own.end(session.id)}
          />
        ))}
      </ul>
      {own.sessions.length === 1 ? <p className={classes.muted}>{ownSessionsTexts.onlyHere}</p> : null}
      <div className={layout.actions}>
        <Button look="quiet" wide onClick={onDone}>
          {ownSessionsTexts.back}
        </Button>
      </div>
    </div>
  )
}

interface SessionProps {
  readonly session: OwnSession
  readonly isEnding: boolean
  readonly onEnd: () => void
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  const { timeZone } = usePortalStart().profile
  const { isThisOne, clientAddress } = session
  const device = session.device || ownSessionsTexts.unknownDevice
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <h2>{device}</h2>
        {isThisOne ? <p className={classes.muted}>{ownSessionsTexts.thisBrowser}</p> : null}
      </div>
      <DescriptionList
        items={[
          { term: 'Logged in', value: formatInstant(timeZone, session.startedAt) },
          { term: 'Last used', value: formatInstant(timeZone, session.lastUsedAt) },
          ...(clientAddress ? [{ term: 'Internet address', value: clientAddress }] : []),
        ]}
      />
      {isThisOne ? null : (
        <div>
          <Button look="secondary" busy={isEnding} onClick={onEnd}>
            {ownSessionsTexts.end}
            <HiddenText>: {device}</HiddenText>
          </Button>
        </div>
      )}
    </li>
  )
}
