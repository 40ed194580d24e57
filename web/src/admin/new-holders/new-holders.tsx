import { reportPartNames } from '@portal/contract/admin-levels'
import {
  type NewHolder,
  holderEvidence,
  listNewHolders,
  newHoldersTexts as texts,
  undoNewHolder,
} from '@portal/contract/new-holders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import { ConfirmDialog } from '../view-parts/confirm-dialog.tsx'
import { Day } from '../view-parts/times.tsx'

/** Accounts that have another holder since an import, each to be undone where it is the same person. */
export function NewHolders() {
  const holders = usePages({
    queryKey,
    read: async (before: number | undefined, signal) => await send(listNewHolders, { query: { before }, signal }),
    rowsOf: (page) => page.holders,
    lastOf: ({ id }) => id,
  })
  const [asked, setAsked] = useState<NewHolder | null>(null)
  return (
    <ListScreen id="new-holders" title={t(reportPartNames.newHolders)} lead={t(texts.lead)}>
      <Rows
        of={holders}
        loading={t('Loading new holders')}
        empty={t(texts.empty)}
        counted={(count) => plural(count, '1 account', '{count} accounts')}
        more={t('Show more')}
      >
        {(rows) => (
          <ListTable
            look="figures"
            aria-labelledby="new-holders"
            columns={columnsOf(setAsked)}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Rows>
      {asked ? <SamePerson holder={asked} onClose={() => setAsked(null)} /> : null}
    </ListScreen>
  )
}

const queryKey = ['new-holders'] as const

interface SamePersonProps {
  readonly holder: NewHolder
  readonly onClose: () => void
}

function SamePerson({ holder, onClose }: SamePersonProps) {
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: async () => await send(undoNewHolder, { params: { id: String(holder.id) }, body: {} }),
    onSuccess: onClose,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
  return (
    <ConfirmDialog
      title={t('{same}: account {account}', { same: t(texts.samePerson), account: holder.accountId })}
      button={t(texts.samePerson)}
      confirm={undo}
      onClose={onClose}
    >
      {t(texts.question)}
    </ConfirmDialog>
  )
}

const columnsOf = (onSamePerson: (holder: NewHolder) => void): readonly Column<NewHolder>[] => [
  { name: t('Account number'), kind: 'head', value: ({ accountId }) => accountId },
  { name: t('Old holder'), isLong: true, value: ({ oldName }) => oldName },
  { name: t('New holder'), isLong: true, value: ({ newName }) => newName },
  { name: t('Found by'), value: ({ foundBy }) => t(holderEvidence[foundBy]) },
  { name: t('Data as of'), value: ({ asOf }) => <Day date={asOf} /> },
  {
    name: t('Undo'),
    value: (holder) => {
      if (holder.isSamePerson) return t(texts.undone)
      if (holder.foundBy === 'person') return null
      return (
        <Button look="secondary" onClick={() => onSamePerson(holder)}>
          {t(texts.samePerson)}
          <HiddenText>{t(' for account {account}', { account: holder.accountId })}</HiddenText>
        </Button>
      )
    },
  },
]
