import { reportPartNames } from '@portal/contract/admin-levels'
import {
  type ListedPaymentFile,
  downloadPaymentFile,
  listPaymentFiles,
  markPaymentFileLoaded,
  markPaymentFileNotLoaded,
  paymentFileStates,
  paymentFilesTexts as texts,
} from '@portal/contract/payment-files'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { groupThousands } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { ListPart, ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ConfirmDialog } from '../view-parts/confirm-dialog.tsx'
import { At, Day } from '../view-parts/times.tsx'
import { ToReverse } from './to-reverse.tsx'

/** What went to the billing system, and what a person has to do there. */
export function PaymentFiles() {
  const { paymentFiles } = usePortalStart()
  const files = usePages({
    queryKey,
    read: async (before: number | undefined, signal) => await send(listPaymentFiles, { query: { before }, signal }),
    rowsOf: (page) => page.files,
    lastOf: ({ id }) => id,
  })
  const [asked, setAsked] = useState<ListedPaymentFile | null>(null)
  return (
    <ListScreen id="payment-files" title={t(reportPartNames.paymentFiles)} lead={t(texts.lead)}>
      {paymentFiles === 'byHand' ? <ToReverse /> : null}
      <ListPart id="files" title={t(texts.files)}>
        <Rows
          of={files}
          loading={t('Loading payment files')}
          empty={t(texts.none)}
          counted={(count) => plural(count, '1 file', '{count} files')}
          more={t('Show more')}
        >
          {(rows) => (
            <ListTable
              look="figures"
              aria-labelledby="files"
              columns={columnsOf(rows, setAsked)}
              rows={rows}
              keyOf={({ id }) => id}
            />
          )}
        </Rows>
      </ListPart>
      {asked ? <Mark file={asked} onClose={() => setAsked(null)} /> : null}
    </ListScreen>
  )
}

const queryKey = ['payment-files'] as const

/** What a person can say of a file that is loaded, and of any other. */
const marks = {
  loaded: { call: markPaymentFileNotLoaded, button: texts.markNotLoaded, question: texts.notLoadedQuestion },
  other: { call: markPaymentFileLoaded, button: texts.markLoaded, question: texts.loadedQuestion },
} as const

const markOf = ({ state }: ListedPaymentFile) => marks[state === 'LOADED' ? 'loaded' : 'other']

function Mark({ file, onClose }: { readonly file: ListedPaymentFile; readonly onClose: () => void }) {
  const { id, name } = file
  const { call, button, question } = markOf(file)
  const client = useQueryClient()
  const mark = useMutation({
    mutationFn: async () => {
      await (call === markPaymentFileLoaded
        ? send(markPaymentFileLoaded, { params: { id: String(id) }, body: {} })
        : send(markPaymentFileNotLoaded, { params: { id: String(id) }, body: {} }))
    },
    onSuccess: onClose,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
  return (
    <ConfirmDialog
      title={t('{mark}: {name}', { mark: t(button), name })}
      button={t(button)}
      confirm={mark}
      onClose={onClose}
    >
      {t(question)}
    </ConfirmDialog>
  )
}

const tones = { WRITTEN: 'waiting', DELIVERED: 'waiting', LOADED: 'good' } as const

/** Day and method where files have one. */
function columnsOf(
  rows: readonly ListedPaymentFile[],
  onMark: (file: ListedPaymentFile) => void,
): readonly Column<ListedPaymentFile>[] {
  const day: Column<ListedPaymentFile> = {
    name: t('Payment date'),
    value: ({ payDate }) => (payDate ? <Day date={payDate} /> : null),
  }
  const way: Column<ListedPaymentFile> = { name: t('Method'), value: ({ method }) => method }
  return [
    {
      name: t('File'),
      kind: 'head',
      isLong: true,
      value: ({ id, name, writtenAt }) => (
        <>
          <a href={addressOf(downloadPaymentFile, { id: String(id) })} download>
            {name}
          </a>
          <Note>
            <At instant={writtenAt} />
          </Note>
        </>
      ),
    },
    ...(rows.some(({ payDate }) => payDate !== null) ? [day] : []),
    ...(rows.some(({ method }) => method !== null) ? [way] : []),
    { name: t('Payments'), kind: 'figure', value: ({ count }) => groupThousands(count) },
    { name: t('Total'), kind: 'amount', value: ({ sum }) => dollarsOf(sum) },
    { name: t('Status'), isPlain: true, value: (file) => <State file={file} /> },
    {
      name: t('Actions'),
      kind: 'actions',
      value: (file) => (
        <Button look={file.state === 'LOADED' ? 'quiet' : 'secondary'} onClick={() => onMark(file)}>
          {t(markOf(file).button)}
          <HiddenText>: {file.name}</HiddenText>
        </Button>
      ),
    },
  ]
}

function State({ file: { state, loaded } }: { readonly file: ListedPaymentFile }) {
  return (
    <>
      <Chip tone={tones[state]}>{t(paymentFileStates[state])}</Chip>
      {loaded ? (
        <Note>
          {loaded.by ?? t(texts.seenLoaded)}, <At instant={loaded.at} />
        </Note>
      ) : null}
    </>
  )
}
