import type { CalendarDate } from '@portal/contract/dates'
import { importsTexts as texts } from '@portal/contract/import-texts'
import { type ImportRun, listImportRuns, undoImport } from '@portal/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { ListPart, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
import { ConfirmDialog } from '../view-parts/confirm-dialog.tsx'
import { At, Day } from '../view-parts/times.tsx'
import { importsKey } from './imports-key.ts'

interface HistoryProps {
  /** The import that an undo goes back to. */
  readonly undo: { readonly runId: number; readonly asOf: CalendarDate } | null
}

export function ImportHistory({ undo }: HistoryProps) {
  const runs = usePages({
    queryKey: [...importsKey, 'runs'],
    read: async (before: number | undefined, signal) => await send(listImportRuns, { query: { before }, signal }),
    rowsOf: (page) => page.runs,
    lastOf: ({ id }) => id,
  })
  return (
    <ListPart id="import-runs" title={t(texts.history)}>
      {undo ? <Undo {...undo} /> : null}
      <Rows
        of={runs}
        loading={t('Loading imports')}
        empty={t(texts.noHistory)}
        counted={(count) => plural(count, '1 import', '{count} imports')}
        more={t('Show more')}
      >
        {(rows) => (
          <ListTable
            look="figures"
            aria-labelledby="import-runs"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Rows>
    </ListPart>
  )
}

function Undo({ runId, asOf }: NonNullable<HistoryProps['undo']>) {
  const [isAsked, setAsked] = useState(false)
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: async () => await send(undoImport, { params: { id: String(runId) }, body: {} }),
    onSuccess: () => setAsked(false),
    onSettled: async () => await client.invalidateQueries({ queryKey: importsKey }),
  })
  const button = t('Undo to {day}', { day: formatDate(asOf) })
  return (
    <div>
      <Button look="secondary" onClick={() => setAsked(true)}>
        {button}
      </Button>
      {isAsked ? (
        <ConfirmDialog title={button} button={button} confirm={undo} onClose={() => setAsked(false)}>
          {t(texts.undoQuestion)}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

const standings = {
  running: ['waiting', 'Running'],
  imported: ['none', 'Replaced'],
  refused: ['bad', 'Rejected'],
  failed: ['bad', 'Failed'],
} as const

const columns: readonly Column<ImportRun>[] = [
  {
    name: t('Balances as of'),
    kind: 'head',
    value: ({ asOf }) => (asOf === null ? t('Unknown') : <Day date={asOf} />),
  },
  {
    name: t('Started'),
    value: ({ startedAt, by }) => (
      <>
        <At instant={startedAt} />
        <Note>{by ?? 'portal import'}</Note>
      </>
    ),
  },
  { name: t('Accounts'), kind: 'figure', value: ({ accounts }) => groupThousands(accounts) },
  { name: t('Left out'), kind: 'figure', value: ({ leftOut }) => groupThousands(leftOut) },
  {
    name: t('Status'),
    isPlain: true,
    value: ({ outcome, isLive, reason }) => {
      const [tone, word] = isLive ? (['good', 'Live'] as const) : standings[outcome]
      return (
        <>
          <Chip tone={tone}>{t(word)}</Chip>
          {reason === null ? null : <Note>{reason}</Note>}
        </>
      )
    },
  },
]
