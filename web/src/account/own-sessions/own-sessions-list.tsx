import { formatInstant } from '@portal/contract/dates'
import type { OwnSession } from '@portal/contract/own-sessions'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import box from '#ui/page/card.module.css'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Loading } from '#ui/waiting/loading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import classes from './own-sessions.module.css'
import type { OwnSessions } from './use-own-sessions.ts'

/**
 * The browsers in which a customer or an administrator is logged in, each with a button that ends its session
 * (docs/security.md). This browser's own has none: it is ended by logging out. The heading above the list should take
 * the focus whenever `own.endings` changes, because the pressed button is gone then.
 */
export function OwnSessionsList({ own }: { readonly own: OwnSessions }) {
  return (
    <div className={classes.sessions}>
      {own.result ? <Notice tone={own.result.tone} role="status" title={own.result.text} /> : null}
      {own.isPending ? <Loading what="Looking where you are logged in" rows={3} /> : null}
      <ul className={classes.list}>
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
    <li className={box.card}>
      <div className={classes.head}>
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
