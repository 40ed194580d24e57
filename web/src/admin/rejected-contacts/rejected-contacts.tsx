import { reportPartNames } from '@portal/contract/admin-levels'
import { formatInstant } from '@portal/contract/dates'
import {
  type RejectedContact,
  listRejectedContacts,
  settleRejectedContact,
  rejectedContactsTexts,
} from '@portal/contract/rejected-contacts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './rejected-contacts.module.css'

/** Changes of contact details that the billing system has refused and that somebody has to make there by hand. */
export function RejectedContacts() {
  const list = useRejectedContacts()
  const [asked, setAsked] = useState<RejectedContact | null>(null)
  const changes = list.data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <section className={classes.view} aria-labelledby="rejected-contacts">
      <div>
        <h2 id="rejected-contacts">{t(reportPartNames.contactChanges)}</h2>
        <p className={classes.lead}>{t(rejectedContactsTexts.lead)}</p>
      </div>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={t('Loading the changes')} /> : null}
      {list.isSuccess && changes.length === 0 ? <p className={classes.lead}>{t(rejectedContactsTexts.empty)}</p> : null}
      <ul className={classes.list}>
        {changes.map((change) => (
          <Change key={change.id} change={change} onMade={() => setAsked(change)} />
        ))}
      </ul>
      <ShowMore
        list={list}
        rows={changes.length}
        counted={(count) => plural(count, '1 change', '{count} changes')}
        label={t(rejectedContactsTexts.more)}
      />
      {asked ? <SettleContact change={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  )
}

interface ChangeProps {
  readonly change: RejectedContact
  readonly onMade: () => void
}

function Change({ change, onMade }: ChangeProps) {
  const { profile } = usePortalStart()
  const { personId, changedAt, changes, reason } = change
  const phones = changes.filter(({ name }) => name === 'phone')
  const details = changes.filter(({ name }) => name !== 'phone')
  return (
    <li className={box.card} aria-labelledby={`contact-${change.id}`}>
      <h3 id={`contact-${change.id}`}>{t('Person {personId}', { personId })}</h3>
      <DescriptionList
        items={[
          { term: t('Changed'), value: formatInstant(profile, changedAt) },
          ...details.map(({ name, lines }) => ({
            term: t(termOf(name)),
            value: <LineBreaks>{lines.join(', ')}</LineBreaks>,
            copy: lines.join('\n'),
          })),
          ...phones.map(({ lines }, index) => ({
            term: t('Phone change {number}', { number: index + 1 }),
            value: lines.join(', '),
          })),
          { term: t('Reason'), value: reason },
        ]}
      />
      <Button look="secondary" onClick={onMade}>
        {t(rejectedContactsTexts.made)}
      </Button>
    </li>
  )
}

const terms = new Map([
  ['emailAddress', rejectedContactsTexts.email],
  ['address', rejectedContactsTexts.address],
  ['billRoute', rejectedContactsTexts.billRoute],
])

/** A detail without a term of its own shows its name. */
function termOf(name: string): string {
  return terms.get(name) ?? name
}

interface SettleContactProps {
  readonly change: RejectedContact
  readonly onClose: () => void
}

/** Asks whether a change has been made by hand, before removing it from the list for good. */
export function SettleContact({ change, onClose }: SettleContactProps) {
  const settle = useSettleContact(change.id, onClose)
  return (
    <Dialog
      open
      title={t('{made}: person {personId}', { made: t(rejectedContactsTexts.made), personId: change.personId })}
      onClose={settle.isPending ? undefined : onClose}
      actions={
        <>
          <Button busy={settle.isPending} onClick={() => settle.mutate()}>
            {t(rejectedContactsTexts.made)}
          </Button>
          <Button look="secondary" blocked={settle.isPending} onClick={onClose}>
            {t(rejectedContactsTexts.cancel)}
          </Button>
        </>
      }
    >
      {settle.isError ? <ProblemNotice problem={serverError(settle.error)} /> : null}
      <p>{t(rejectedContactsTexts.ask)}</p>
    </Dialog>
  )
}

const queryKey = ['rejected-contacts'] as const

/**
 * The changes that the billing system refused, oldest first; each page continues after the last entry of the previous
 * one.
 */
export function useRejectedContacts() {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => await send(listRejectedContacts, { query: { after: pageParam }, signal }),
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? (changes.at(-1)?.id ?? null) : null),
  })
}

/** Removes a change from the list. If somebody else was faster, the list is fetched again all the same. */
export function useSettleContact(id: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => await send(settleRejectedContact, { params: { id: String(id) }, body: {} }),
    onSuccess: onDone,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
}
