import { reportPartNames } from '@portal/contract/admin-levels'
import { formatInstant } from '@portal/contract/dates'
import {
  listPaperlessTrouble,
  type PaperlessTrouble,
  paperlessTroubleTexts as texts,
  returnToPaper,
} from '@portal/contract/paperless-trouble'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { plural, t } from '#ui/text/t.ts'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { serverError } from '../view-parts/server-error.ts'
import box from '#ui/page/card.module.css'
import classes from './rejected-contacts.module.css'

/** Customers who get neither paper bills nor our emails. */
export function PaperlessTroubles() {
  const troubles = usePages({
    queryKey,
    read: async (after: number | undefined, signal) => await send(listPaperlessTrouble, { query: { after }, signal }),
    rowsOf: (page) => page.found,
    lastOf: ({ id }) => id,
  })
  const [asked, setAsked] = useState<PaperlessTrouble | null>(null)
  return (
    <ListScreen
      id="paperless-trouble"
      title={t(reportPartNames.paperless)}
      lead={t('These customers get no paper bills, and our emails don’t reach them. Call them, or go back to paper.')}
    >
      <Rows
        of={troubles}
        loading={t('Loading the accounts')}
        empty={t(texts.empty)}
        counted={(count) => plural(count, '1 account', '{count} accounts')}
        more={t('Show more')}
      >
        {(rows) => (
          <ul className={classes.list}>
            {rows.map((trouble) => (
              <Trouble key={trouble.id} trouble={trouble} onPaper={() => setAsked(trouble)} />
            ))}
          </ul>
        )}
      </Rows>
      {asked ? <ReturnToPaper trouble={asked} onClose={() => setAsked(null)} /> : null}
    </ListScreen>
  )
}

const queryKey = ['paperless-trouble'] as const

interface TroubleProps {
  readonly trouble: PaperlessTrouble
  readonly onPaper: () => void
}

function Trouble({ trouble: { id, accountId, personId, address, reason, since }, onPaper }: TroubleProps) {
  const { profile } = usePortalStart()
  return (
    <li className={box.card} aria-labelledby={`paperless-${id}`}>
      <h3 id={`paperless-${id}`}>{t('Account {accountId}', { accountId })}</h3>
      <DescriptionList
        items={[
          { term: t('Person'), value: personId, copy: personId },
          ...(address ? [{ term: t('Email'), value: address }] : []),
          { term: t('Reason'), value: t(texts.reasons[reason]) },
          { term: t('Since'), value: formatInstant(profile, since) },
        ]}
      />
      <Button look="secondary" describedBy={`paperless-${id}`} onClick={onPaper}>
        {t('Go back to paper')}
      </Button>
    </li>
  )
}

interface ReturnToPaperProps {
  readonly trouble: PaperlessTrouble
  readonly onClose: () => void
}

/** If somebody else was faster, the list is fetched again all the same. */
function ReturnToPaper({ trouble: { id, accountId }, onClose }: ReturnToPaperProps) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: async () => await send(returnToPaper, { params: { id: String(id) }, body: {} }),
    onSuccess: onClose,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
  return (
    <Dialog
      open
      title={t('{toPaper}: account {accountId}', { toPaper: t('Go back to paper'), accountId })}
      onClose={change.isPending ? undefined : onClose}
      actions={
        <>
          <Button busy={change.isPending} onClick={() => change.mutate()}>
            {t('Go back to paper')}
          </Button>
          <Button look="secondary" blocked={change.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      {change.isError ? <ProblemNotice problem={serverError(change.error)} /> : null}
      <p>
        {t(
          'The billing system will mail paper bills for this account again. The customer can go paperless again later.',
        )}
      </p>
    </Dialog>
  )
}
