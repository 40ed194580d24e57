import { reportPartNames } from '@portal/contract/admin-levels'
import { formatInstant } from '@portal/contract/dates'
import {
  type RejectedContact,
  listRejectedContacts,
  settleRejectedContact,
  rejectedContactsTexts,
} from '@portal/contract/rejected-contacts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { plural, t } from '#ui/text/t.ts'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { ConfirmDialog } from '../view-parts/confirm-dialog.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import box from '#ui/page/card.module.css'
import classes from './rejected-contacts.module.css'

/** Changes of contact details that the billing system has refused and that somebody has to make there by hand. */
export function RejectedContacts() {
  const changes = usePages({
    queryKey,
    read: async (after: number | undefined, signal) => await send(listRejectedContacts, { query: { after }, signal }),
    rowsOf: (page) => page.changes,
    lastOf: ({ id }) => id,
  })
  const [asked, setAsked] = useState<RejectedContact | null>(null)
  return (
    <ListScreen
      id="rejected-contacts"
      title={t(reportPartNames.contactChanges)}
      lead={t(
        'The billing system rejected these contact changes. Make each one in the billing system, then mark it as done here. Until then, customers see their old details.',
      )}
    >
      <Rows
        of={changes}
        loading={t('Loading the changes')}
        empty={t(rejectedContactsTexts.empty)}
        counted={(count) => plural(count, '1 change', '{count} changes')}
        more={t('Show more')}
      >
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((change) => (
              <Change key={change.id} change={change} onMade={() => setAsked(change)} />
            ))}
          </ul>
        )}
      </Rows>
      {asked ? <SettleContact change={asked} onClose={() => setAsked(null)} /> : null}
    </ListScreen>
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
        {t('Mark as done')}
      </Button>
    </li>
  )
}

const terms = new Map([
  ['emailAddress', 'Email'],
  ['address', rejectedContactsTexts.address],
  ['billRoute', 'Bill route'],
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
    <ConfirmDialog
      title={t('{made}: person {personId}', { made: t('Mark as done'), personId: change.personId })}
      button={t('Mark as done')}
      confirm={settle}
      onClose={onClose}
    >
      {t('Have you made this change in the billing system? It will be removed from this list.')}
    </ConfirmDialog>
  )
}

const queryKey = ['rejected-contacts'] as const

/** Removes a change from the list. If somebody else was faster, the list is fetched again all the same. */
export function useSettleContact(id: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => await send(settleRejectedContact, { params: { id: String(id) }, body: {} }),
    onSuccess: onDone,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
}
