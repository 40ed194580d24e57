import { type ListedBroadcast, listBroadcasts, readBroadcastOptions } from '@portal/contract/broadcasts'
import { type BroadcastState, broadcastStates, broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { formatInstant } from '@portal/contract/dates'
import { channelNames } from '@portal/contract/stopped-addresses'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { EditIcon } from '#ui/icons.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { groupThousands } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { Rows, usePages } from '../lists/list-screen.tsx'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import { BroadcastForm } from './broadcast-form.tsx'
import { OneBroadcast } from './one-broadcast.tsx'
import { useBroadcast } from './use-broadcast.ts'
import box from '#ui/page/card.module.css'
import classes from './broadcasts.module.css'

const route = getRouteApi(paths.adminDashboard)

/** Messages to customers (R45): the list, or the message in the address, as it is or in the form. */
export function Broadcasts({ session: { id: adminId } }: ConsoleViewProps) {
  const { message, form } = route.useSearch()
  const id = Number(message ?? 0)
  if (message === 'new') return <Options key={adminId} adminId={adminId} id={null} />
  if (!Number.isSafeInteger(id) || id < 1) return <BroadcastList />
  return form === 'open' ? (
    <Options key={`${adminId} ${id}`} adminId={adminId} id={id} />
  ) : (
    <OneBroadcast key={id} id={id} />
  )
}

/** The newest first. */
function BroadcastList() {
  const broadcasts = usePages({
    queryKey: ['broadcasts', 'list'],
    read: async (before: number | undefined, signal) => await send(listBroadcasts, { query: { before }, signal }),
    rowsOf: (page) => page.broadcasts,
    lastOf: ({ id }) => id,
  })
  return (
    <ViewFrame
      title={t(viewNames.broadcasts)}
      lead={t(
        'Announcements by email and text, to customers who turned them on under Notifications. A second admin approves each.',
      )}
      actions={
        <ButtonLink icon={<EditIcon />} to={paths.adminDashboard} search={{ view: 'broadcasts', message: 'new' }}>
          {t(texts.write)}
        </ButtonLink>
      }
    >
      <Rows
        of={broadcasts}
        loading={t('Loading messages')}
        loadingRows={6}
        empty={t('No messages were written yet.')}
        isWholeView
        counted={(count) => plural(count, '1 message', '{count} messages')}
        more={t('Show older messages')}
      >
        {(rows) => (
          <ul className={classes.list} aria-label={t('All messages')}>
            {rows.map((broadcast) => (
              <Row key={broadcast.id} broadcast={broadcast} />
            ))}
          </ul>
        )}
      </Rows>
    </ViewFrame>
  )
}

function Row({ broadcast }: { readonly broadcast: ListedBroadcast }) {
  const { profile } = usePortalStart()
  const { id, subject, state, channels, villages, found, sent, written } = broadcast
  const facts = [
    channels.map((channel) => t(channelNames[channel])).join(', '),
    villages === null ? t(texts.all) : villages.join(', '),
    t('Written by {name}, {at}', { name: written.by, at: formatInstant(profile, written.at) }),
  ]
  const values = { sent: groupThousands(sent), found: groupThousands(found) }
  return (
    <li className={`${box.card} ${classes.row}`}>
      <div className={classes.line}>
        <Link className={classes.name} to={paths.adminDashboard} search={{ view: 'broadcasts', message: id }}>
          {subject}
        </Link>
        <Chip tone={tones[state]}>{t(broadcastStates[state])}</Chip>
        {found > 0 ? <span className={classes.note}>{t('{sent} of {found}', values)}</span> : null}
      </div>
      <p className={classes.note}>{facts.join(' · ')}</p>
    </li>
  )
}

const tones = {
  DRAFT: 'none',
  REVIEW: 'waiting',
  SENDING: 'waiting',
  SENT: 'good',
  STOPPED: 'bad',
} as const satisfies Record<BroadcastState, ChipTone>

/** The form, once it is known what can be chosen and what is to be changed. */
function Options({ adminId, id }: { readonly adminId: number; readonly id: number | null }) {
  const options = useQuery({
    queryKey: ['broadcast-options'],
    queryFn: async ({ signal }) => await send(readBroadcastOptions, { signal }),
  })
  const changed = useBroadcast(id)
  const isThere = options.data && (id === null || changed.data)
  if (options.data && isThere)
    return <BroadcastForm adminId={adminId} options={options.data} changed={changed.data ?? null} />
  const failed = options.isError ? options : changed
  return (
    <ViewFrame title={t(id === null ? texts.write : texts.change)}>
      {failed.isError ? (
        <Retry error={failed.error} onTryAgain={failed.refetch} />
      ) : (
        <Loading what={t('Loading the message')} rows={8} />
      )}
    </ViewFrame>
  )
}
