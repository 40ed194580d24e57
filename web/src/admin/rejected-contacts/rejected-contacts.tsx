import { formatInstant } from '@portal/contract/dates'
import type { RejectedContact } from '@portal/contract/rejected-contacts'
import { rejectedContactsTexts } from '@portal/contract/rejected-contacts-texts'
import { useRef, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { useFocusFallback } from '#ui/use-focus-fallback.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import { Retry } from '../view-parts/retry.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { SettleContact } from './settle-contact.tsx'
import { useRejectedContacts } from './use-rejected-contacts.ts'
import box from '#ui/page/card.module.css'
import classes from './rejected-contacts.module.css'

/** Changes of contact details that the billing system has refused and that somebody has to make there by hand. */
export function RejectedContacts() {
  const list = useRejectedContacts()
  const [asked, setAsked] = useState<RejectedContact | null>(null)
  const changes = list.data?.pages.flatMap((page) => page.changes) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(heading, changes.length)
  return (
    <section className={classes.view} aria-labelledby="rejected-contacts">
      <div>
        <h2 ref={heading} id="rejected-contacts" tabIndex={-1}>
          {rejectedContactsTexts.title}
        </h2>
        <p className={classes.lead}>{rejectedContactsTexts.lead}</p>
      </div>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what="Loading the changes" /> : null}
      {list.isSuccess && changes.length === 0 ? <p className={classes.lead}>{rejectedContactsTexts.empty}</p> : null}
      <ul className={classes.list}>
        {changes.map((change) => (
          <Change key={change.id} change={change} onMade={() => setAsked(change)} />
        ))}
      </ul>
      <ShowMore list={list} rows={changes.length} nouns={['change', 'changes']} label={rejectedContactsTexts.more} />
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
  const { personId, changedAt, emailAddress, address, phones, reason } = change
  return (
    <li className={box.card} aria-labelledby={`contact-${change.id}`}>
      <h3 id={`contact-${change.id}`}>Person {personId}</h3>
      <DescriptionList
        items={[
          { term: 'Changed', value: formatInstant(profile.timeZone, changedAt) },
          ...(emailAddress
            ? [
                {
                  term: rejectedContactsTexts.email,
                  value: <LineBreaks>{emailAddress}</LineBreaks>,
                  copy: emailAddress,
                },
              ]
            : []),
          ...(address.length > 0
            ? [{ term: rejectedContactsTexts.address, value: address.join(', '), copy: address.join('\n') }]
            : []),
          ...phones.map((phone, index) => ({ term: `Phone change ${index + 1}`, value: phone })),
          { term: 'Reason', value: reason },
        ]}
      />
      <Button look="secondary" onClick={onMade}>
        {rejectedContactsTexts.made}
      </Button>
    </li>
  )
}
