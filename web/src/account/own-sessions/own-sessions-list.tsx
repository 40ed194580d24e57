import { formatInstant } from '@portal/contract/dates'
import { type OwnSession, ownSessionsTexts } from '@portal/contract/own-sessions'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { useEffect, useRef } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { useLanding } from '#ui/focus.ts'
import { Fields, password } from '#ui/form/fields.tsx'
import { filled, useForm } from '#ui/form/use-form.ts'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { OwnSessions } from './use-own-sessions.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from './own-sessions.module.css'

interface OwnSessionsListProps {
  readonly own: OwnSessions
  /** Of the customer or administrator. */
  readonly username: string
}

/**
 * The browsers in which a customer or an administrator is logged in, each with a button that asks for the password
 * and ends its session (docs/security.md). This browser's own has none: it is ended by logging out. The heading above
 * the list should take the focus whenever `own.endings` changes, because the pressed button is gone then.
 */
export function OwnSessionsList({ own, username }: OwnSessionsListProps) {
  return (
    <div className={classes.sessions}>
      {own.result ? <Notice tone={own.result.tone} role="status" title={own.result.text} /> : null}
      {own.isPending ? <Loading what={t('Loading where you’re logged in')} rows={3} /> : null}
      <ul className={classes.list}>
        {own.sessions.map((session) => (
          <Session key={session.id} session={session} own={own} username={username} />
        ))}
      </ul>
      {own.sessions.length === 1 ? <p className={classes.muted}>{t('You’re not logged in anywhere else.')}</p> : null}
    </div>
  )
}

interface SessionProps extends OwnSessionsListProps {
  readonly session: OwnSession
}

function Session({ session, own, username }: SessionProps) {
  const { profile } = usePortalStart()
  const { isThisOne, clientAddress } = session
  const button = useRef<HTMLButtonElement>(null)
  const isAsked = own.asked === session.id
  const device = session.device || t(ownSessionsTexts.unknownDevice)
  // Whoever cancels is back at the button.
  useLanding(button, isAsked)
  return (
    <li className={box.card}>
      <div className={classes.head}>
        <h2>{device}</h2>
        {isThisOne ? <p className={classes.muted}>{t(ownSessionsTexts.thisBrowser)}</p> : null}
      </div>
      <DescriptionList
        items={[
          { term: t('Logged in'), value: formatInstant(profile, session.startedAt) },
          { term: t('Last used'), value: formatInstant(profile, session.lastUsedAt) },
          ...(clientAddress ? [{ term: t('IP address'), value: clientAddress }] : []),
        ]}
      />
      {isThisOne || isAsked ? null : (
        <div>
          <Button ref={button} look="secondary" blocked={own.isEnding} onClick={() => own.ask(session.id)}>
            {t(ownSessionsTexts.end)}
            <HiddenText>: {device}</HiddenText>
          </Button>
        </div>
      )}
      {isAsked ? <EndSessionForm own={own} sessionId={session.id} username={username} /> : null}
    </li>
  )
}

interface EndSessionFormProps {
  readonly own: OwnSessions
  readonly sessionId: number
  /** Tells password managers whose password is asked for. */
  readonly username: string
}

const fields = {
  currentPassword: password(
    {
      id: 'end-session-password',
      label: t('Current password'),
      hint: t('To log out this browser, enter your password.'),
      required: true,
      autoComplete: 'current-password',
    },
    filled(credentialTexts.currentPasswordRequired),
  ),
}

/**
 * Asks for the password before a session is ended: a browser left open must not be enough to log its owner out
 * elsewhere (docs/security.md).
 */
function EndSessionForm({ own, sessionId, username }: EndSessionFormProps) {
  const { form, onSubmit, refuse } = useForm(fields, { hasNoSummary: true })
  useEffect(() => document.getElementById(fields.currentPassword.id ?? '')?.focus(), [])
  const onRefused = (message: string) => refuse([{ field: 'currentPassword', message }])
  return (
    <form
      noValidate
      className={layout.form}
      onSubmit={onSubmit((typed) => own.end({ id: sessionId, ...typed, onRefused }))}
    >
      <input hidden readOnly autoComplete="username" value={username} />
      <Fields form={form} of={fields} />
      <div className={layout.actions}>
        <Button type="submit" busy={own.isEnding}>
          {t(ownSessionsTexts.end)}
        </Button>
        <Button look="quiet" blocked={own.isEnding} onClick={() => own.ask(null)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
