import { type Broadcast, countRecipients, moved, testBroadcast, viewBroadcastEmail } from '@portal/contract/broadcasts'
import { broadcastStates, broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { messageReasonInWords } from '@portal/contract/customer-messages'
import { formatInstant, twelveHours } from '@portal/contract/dates'
import { totalResults } from '@portal/contract/notification-runs'
import { channelNames } from '@portal/contract/stopped-addresses'
import { useMutation, useQuery } from '@tanstack/react-query'
import { addressOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { groupThousands } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import { Moves } from './moves.tsx'
import { keyOf, useBroadcast } from './use-broadcast.ts'
import box from '#ui/page/card.module.css'
import classes from './broadcasts.module.css'

/** One message: where it stands, what can be done, what customers get, and what became of it. */
export function OneBroadcast({ id }: { readonly id: number }) {
  const found = useBroadcast(id)
  return (
    <>
      <div data-no-print>
        <ButtonLink look="quiet" icon={<BackIcon />} to={paths.adminDashboard} search={{ view: 'broadcasts' }}>
          {t('All messages')}
        </ButtonLink>
      </div>
      {found.data ? (
        <Found broadcast={found.data} />
      ) : (
        <ViewFrame title={t('What customers get')}>
          {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
          {found.isPending ? <Loading what={t('Loading the message')} rows={8} /> : null}
        </ViewFrame>
      )}
    </>
  )
}

function Found({ broadcast }: { readonly broadcast: Broadcast }) {
  const { id, version, subject, state, isHeld, hours, email, textMessage } = broadcast
  const isWritten = moved(state, 'save') !== undefined
  return (
    <ViewFrame title={subject}>
      <section className={box.card} aria-label={t('Status')}>
        <History broadcast={broadcast} />
        {isHeld && state === 'SENDING' ? (
          <Notice
            tone="warning"
            title={t('Notifications are off. Nothing is sent until they are turned on again in System Maintenance.')}
          />
        ) : null}
        {(state === 'SENDING' || state === 'REVIEW') && hours.until - hours.from < 24 ? (
          <p className={classes.note}>
            {t('Messages are sent between {from} and {until}.', {
              from: clockTime(hours.from),
              until: clockTime(hours.until % 24),
            })}
          </p>
        ) : null}
        <Moves broadcast={broadcast} />
        {isWritten ? <Test id={id} /> : null}
      </section>
      {isWritten ? <Recipients id={id} version={version} /> : null}
      <Results results={broadcast.results} />
      {email ? (
        <section className={box.card} aria-labelledby="broadcast-email">
          <h2 id="broadcast-email">{t('Email')}</h2>
          <p>
            {t(texts.subject)}: <strong>{email.subject}</strong>
          </p>
          <iframe
            // Another version is another page.
            key={version}
            className={classes.email}
            src={addressOf(viewBroadcastEmail, { id })}
            title={t('What customers get')}
            sandbox=""
          />
        </section>
      ) : null}
      {textMessage === null ? null : (
        <section className={box.card} aria-labelledby="broadcast-words">
          <h2 id="broadcast-words">{t('Text message')}</h2>
          <p className={classes.words}>{textMessage}</p>
        </section>
      )}
      {email ? (
        <section className={box.card} aria-labelledby="broadcast-plain">
          <h2 id="broadcast-plain">{t('Email as plain text')}</h2>
          <pre className={classes.words}>{email.plainText}</pre>
        </section>
      ) : null}
    </ViewFrame>
  )
}

const clockTime = (hour: number) => twelveHours(String(hour), '00')

function History({ broadcast }: { readonly broadcast: Broadcast }) {
  const { profile } = usePortalStart()
  const { state, channels, villages, found, sent, isFound, written, asked, approved, stopped, doneAt } = broadcast
  const told = ([text, by]: readonly [string, Broadcast['asked']]) =>
    by ? [t(text, { name: by.by, at: formatInstant(profile, by.at) })] : []
  const lines = (
    [
      ['Written by {name}, {at}', written],
      ['Approval requested by {name}, {at}', asked],
      ['Approved by {name}, {at}', approved],
      ['Stopped by {name}, {at}', stopped],
    ] as const
  ).flatMap(told)
  const values = { sent: groupThousands(sent), found: groupThousands(found) }
  const progress = isFound ? t('{sent} of {found}', values) : t('Looking for recipients: {found} so far', values)
  return (
    <DescriptionList
      items={[
        { term: t('Status'), value: t(broadcastStates[state]) },
        ...(approved ? [{ term: t('Progress'), value: <span role="status">{progress}</span> }] : []),
        { term: t('Sent by'), value: channels.map((channel) => t(channelNames[channel])).join(', ') },
        { term: t('To'), value: villages === null ? t(texts.all) : villages.join(', ') },
        {
          term: t('History'),
          value: [...lines, ...(doneAt ? [t('Done {at}', { at: formatInstant(profile, doneAt) })] : [])].map((line) => (
            <span key={line} className={classes.block}>
              {line}
            </span>
          )),
        },
      ]}
    />
  )
}

function Test({ id }: { readonly id: number }) {
  const test = useMutation({ mutationFn: async () => await send(testBroadcast, { params: { id }, body: {} }) })
  return (
    <div className={classes.actions} data-no-print>
      {test.isError ? <ProblemNotice problem={serverError(test.error)} /> : null}
      <Button look="quiet" busy={test.isPending} onClick={() => test.mutate()}>
        {t('Send me a test')}
      </Button>
      <p role="status" className={classes.note}>
        {test.data ? t('We sent a test to {address}.', { address: test.data.address }) : ''}
      </p>
    </div>
  )
}

/** Found by the search that sends it, when the page is opened. */
function Recipients({ id, version }: { readonly id: number; readonly version: number }) {
  const found = useQuery({
    queryKey: [...keyOf(id), 'recipients', version],
    queryFn: async ({ signal }) => (await send(countRecipients, { params: { id }, signal })).counts,
  })
  return (
    <section className={box.card} aria-labelledby="broadcast-recipients">
      <h2 id="broadcast-recipients">{t(texts.recipients)}</h2>
      {found.isPending ? <Loading what={t('Counting')} rows={2} /> : null}
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.data ? (
        <DescriptionList
          items={found.data.map(({ channel, count }) => {
            return { term: t(texts.recipientCount[channel]), value: groupThousands(count) }
          })}
        />
      ) : null}
      <p className={classes.note}>
        {t('Customers with a confirmed address who chose announcements. Shared addresses count once.')}
      </p>
    </section>
  )
}

function Results({ results }: Pick<Broadcast, 'results'>) {
  if (results.length === 0) return null
  return (
    <section className={box.card} aria-labelledby="broadcast-results">
      <h2 id="broadcast-results">{t(texts.results)}</h2>
      {results.map(({ channel, counts }) => (
        <DescriptionList
          key={channel}
          items={counts.map(({ result, reason, count }) => {
            const name = `${t(channelNames[channel])}: ${t(totalResults[result])}`
            return {
              term: reason ? `${name}. ${t(messageReasonInWords(reason))}` : name,
              value: groupThousands(count),
            }
          })}
        />
      ))}
    </section>
  )
}
