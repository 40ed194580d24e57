import {
  type CustomerMessage,
  type CustomerMessages,
  type MessageResult,
  listCustomerMessages,
  messageReasonInWords,
  messageResults,
  repeatMessage,
} from '@portal/contract/customer-messages'
import { customerMessagesTexts as texts } from '@portal/contract/customer-messages-texts'
import { dateIn, formatInstant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import { channelNames, stopReasons } from '@portal/contract/stopped-addresses'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Chip, type ChipTone } from '#ui/text/chip.tsx'
import { formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Rows } from '../lists/list-screen.tsx'
import { serverError } from '../view-parts/server-error.ts'
import classes from './customer-messages.module.css'

/** What was sent to a customer, the newest first, what became of it and why, and which address is stopped. */
export function CustomerMessageList({ personId }: { readonly personId: PersonId }) {
  const list = useMessages(personId)
  const again = useRepeat(personId)
  return (
    <div className={classes.view}>
      <p className={classes.muted}>
        {t('Emails to the customer’s address of the last 90 days, and notifications of the last 13 months.')}
      </p>
      {list.data?.pages[0]?.stopped.map((stopped) => (
        <Stopped key={`${stopped.channel} ${stopped.address}`} stopped={stopped} />
      ))}
      {again.isSuccess ? <Notice tone="success" role="status" title={t(texts.sentAgain)} /> : null}
      {again.isError ? <ProblemNotice problem={serverError(again.error)} /> : null}
      <Rows
        of={{ list, rows: list.data?.pages.flatMap((page) => page.messages) ?? [] }}
        loading={t('Loading messages')}
        empty={t('Nothing was sent to this customer.')}
        counted={(count) => plural(count, '1 message', '{count} messages')}
        more={t('Show older messages')}
      >
        {(messages) => (
          <ul className={classes.list}>
            {messages.map((message) => (
              <Message
                key={`${message.source} ${message.id}`}
                message={message}
                isBusy={again.isPending}
                onRepeat={() => again.mutate(message)}
              />
            ))}
          </ul>
        )}
      </Rows>
    </div>
  )
}

function Stopped({ stopped }: { readonly stopped: CustomerMessages['stopped'][number] }) {
  const { profile } = usePortalStart()
  const { channel, address, why, since } = stopped
  const values = { why: t(stopReasons[why]), day: formatDate(dateIn(profile.timeZone, since)) }
  return (
    <Notice tone="warning" title={t(texts.stopped[channel], { address })}>
      <p>
        {t('{why}, {day}.', values)}{' '}
        {t(
          channel === 'text'
            ? 'Texts start again when the customer confirms the number. After STOP, they text START first.'
            : 'Receipts and security emails are still sent. Notifications start again when the customer confirms the address.',
        )}
      </p>
    </Notice>
  )
}

const tones = {
  waiting: 'waiting',
  sent: 'good',
  delivered: 'good',
  notDelivered: 'bad',
  unknown: 'waiting',
  notSent: 'none',
} as const satisfies Record<MessageResult, ChipTone>

interface MessageProps {
  readonly message: CustomerMessage
  readonly isBusy: boolean
  readonly onRepeat: () => void
}

function Message({ message, isBusy, onRepeat }: MessageProps) {
  const { profile } = usePortalStart()
  const { name, channel, accountId, subject, address, at, result, reason, mayRepeat } = message
  const facts = [
    ...(subject ? [`“${subject}”`] : []),
    formatInstant(profile, at),
    address ? `${t(channelNames[channel])}: ${address}` : t(channelNames[channel]),
    ...(accountId ? [t('Account {accountId}', { accountId })] : []),
  ]
  return (
    <li>
      <div className={classes.line}>
        <span className={classes.name}>{t(name)}</span>
        <Chip tone={tones[result]}>{t(messageResults[result])}</Chip>
      </div>
      <p className={classes.note}>{facts.join(' · ')}</p>
      {reason ? <p className={classes.note}>{t(messageReasonInWords(reason))}</p> : null}
      {mayRepeat ? (
        <div data-no-print>
          <Button look="quiet" blocked={isBusy} onClick={onRepeat}>
            {t('Send again')}
            <HiddenText>
              : {t(name)}, {formatInstant(profile, at)}
            </HiddenText>
          </Button>
        </div>
      ) : null}
    </li>
  )
}

const keyOf = (personId: PersonId) => ['customer-messages', personId] as const

/** Each page continues after the last email and the last notification that are known. */
function useMessages(personId: PersonId) {
  return useInfiniteQuery({
    queryKey: keyOf(personId),
    initialPageParam: {},
    queryFn: async ({ pageParam, signal }: { pageParam: Known; signal: AbortSignal }) =>
      await send(listCustomerMessages, { body: { personId, ...pageParam }, signal }),
    getNextPageParam: ({ hasMore }, pages): Known | null => {
      if (!hasMore) return null
      const seen = pages.flatMap(({ messages }) => messages)
      const lastOf = (source: CustomerMessage['source']) => seen.findLast((each) => each.source === source)?.id
      return { beforeEmail: lastOf('email'), beforeNotification: lastOf('notification') }
    },
  })
}

interface Known {
  readonly beforeEmail?: number | undefined
  readonly beforeNotification?: number | undefined
}

function useRepeat(personId: PersonId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ source, id }: CustomerMessage) =>
      await send(repeatMessage, { body: { personId, source, id } }),
    onSettled: async () => await client.invalidateQueries({ queryKey: keyOf(personId) }),
  })
}
