import { type Broadcast, moved } from '@portal/contract/broadcasts'
import { broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { paths } from '#paths.ts'
import { Button, ButtonLink, type Look } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { serverError } from '../view-parts/server-error.ts'
import { useMove } from './use-broadcast.ts'
import classes from './broadcasts.module.css'

/** In the order of their buttons. Those that can't be taken back ask first. */
const buttons = [
  { move: 'ask', look: 'primary', asks: null },
  { move: 'approve', look: 'primary', asks: { title: 'Send this message now?', means: texts.approveMeans } },
  { move: 'return', look: 'secondary', asks: null },
  {
    move: 'stop',
    look: 'danger',
    asks: { title: 'Stop this message?', means: 'Messages not yet sent will never be sent. This can’t be undone.' },
  },
  { move: 'delete', look: 'quiet', asks: { title: 'Delete this draft?', means: 'This can’t be undone.' } },
] as const satisfies readonly { move: string; look: Look; asks: object | null }[]
type Pressed = (typeof buttons)[number]

const ownId = 'broadcast-own'

/** What can be done with the message now. */
export function Moves({ broadcast }: { readonly broadcast: Broadcast }) {
  const { id, state, isOwn } = broadcast
  const [asked, setAsked] = useState<Pressed | null>(null)
  const make = useMove(broadcast, () => setAsked(null))
  const possible = buttons.filter(({ move }) => moved(state, move) !== undefined)
  const isBlocked = isOwn && possible.some(({ move }) => move === 'approve')
  if (possible.length === 0) return null
  const buttonOf = (button: Pressed) => (
    <Button
      key={button.move}
      look={button.look}
      busy={make.isPending && make.variables === button.move}
      blocked={button.move === 'approve' && isOwn}
      describedBy={button.move === 'approve' && isOwn ? ownId : undefined}
      onClick={() => (button.asks ? setAsked(button) : make.mutate(button.move))}
    >
      {t(texts[button.move])}
    </Button>
  )
  return (
    <>
      {make.isError ? <ProblemNotice problem={serverError(make.error)} /> : null}
      {state === 'DRAFT' ? (
        <p className={classes.note}>{t('A second admin reads it and sends it. You can still change it.')}</p>
      ) : null}
      {isBlocked ? (
        <p id={ownId} className={classes.note}>
          {t(texts.own)}
        </p>
      ) : null}
      <div className={classes.actions} data-no-print>
        {possible.filter(({ look }) => look === 'primary').map(buttonOf)}
        {moved(state, 'save') === undefined ? null : (
          <ButtonLink
            look="secondary"
            to={paths.adminDashboard}
            search={{ view: 'broadcasts', message: id, form: 'open' }}
          >
            {t(texts.change)}
          </ButtonLink>
        )}
        {possible.filter(({ look }) => look !== 'primary').map(buttonOf)}
      </div>
      {asked?.asks ? (
        <Dialog
          open
          urgent
          title={t(asked.asks.title)}
          onClose={make.isPending ? undefined : () => setAsked(null)}
          actions={
            <>
              <Button
                look={asked.move === 'approve' ? 'primary' : 'danger'}
                busy={make.isPending}
                onClick={() => make.mutate(asked.move)}
              >
                {t(texts[asked.move])}
              </Button>
              <Button look="secondary" blocked={make.isPending} onClick={() => setAsked(null)}>
                {t('Cancel')}
              </Button>
            </>
          }
        >
          <p>
            <strong>{broadcast.subject}</strong>
          </p>
          <p>{t(asked.asks.means)}</p>
        </Dialog>
      ) : null}
    </>
  )
}
