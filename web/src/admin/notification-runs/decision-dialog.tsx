import {
  type NotificationRun,
  type NotificationRuns,
  decideNotificationRun,
  notificationRunsTexts as texts,
  readRunExample,
} from '@portal/contract/notification-runs'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { Retry } from '../view-parts/view-frame.tsx'
import classes from './notification-runs.module.css'

export type Decision = 'release' | 'drop'

interface DecisionDialogProps {
  readonly run: NotificationRun
  readonly decision: Decision
  readonly onClose: () => void
  readonly onDecided: (now: NotificationRuns) => void
}

export const asks = {
  release: {
    title: 'Release {count} messages?',
    means: 'They leave within minutes. This can’t be taken back.',
    button: 'Release',
  },
  drop: {
    title: 'Drop {count} messages?',
    means: 'None of them is ever sent, even if the same bills are imported again.',
    button: texts.drop,
  },
} as const

/** The second look: how many messages, one of them as it would be read, and a reason. */
export function DecisionDialog({ run, decision, onClose, onDecided }: DecisionDialogProps) {
  const { scanId, kind, found, day } = run
  const decide = useMutation({
    mutationFn: async (why: string) =>
      await send(decideNotificationRun, { body: { scanId, kind, found, decision, why } }),
    onSuccess: onDecided,
  })
  const { title, means, button } = asks[decision]
  return (
    <Dialog
      open
      holdsForm
      title={t(title, { count: groupThousands(found) })}
      onClose={decide.isPending ? undefined : onClose}
    >
      <div className={classes.asks}>
        <p>
          {t(notificationTexts.kinds[kind])}, {formatDate(day)}
        </p>
        <Example run={run} />
        <ReasonForm
          asks={t(means)}
          button={t(button)}
          isPending={decide.isPending}
          problem={decide.isError ? serverError(decide.error) : null}
          onSubmit={(why) => decide.mutate(why)}
        />
      </div>
    </Dialog>
  )
}

function Example({ run: { scanId, kind } }: { readonly run: NotificationRun }) {
  const found = useQuery({
    queryKey: ['notification-example', scanId, kind],
    queryFn: async ({ signal }) => (await send(readRunExample, { query: { scanId, kind }, signal })).example,
  })
  return (
    <div>
      <h3 id="notification-example">{t('One of them')}</h3>
      {found.isPending ? <Loading what={t('Loading a message')} rows={3} /> : null}
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.data === null ? <p className={classes.muted}>{t('There is no message to show anymore.')}</p> : null}
      {found.data ? (
        // Longer ones scroll, also by keyboard.
        // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
        <pre className={classes.example} tabIndex={0} role="region" aria-labelledby="notification-example">
          {[found.data.subject, found.data.text].filter(Boolean).join('\n\n')}
        </pre>
      ) : null}
    </div>
  )
}
