import { type OpenDiscrepancy, discrepancyKinds } from '@portal/contract/discrepancies'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import type { Column } from '../lists/list-table.tsx'
import { exceptionSearch } from '../payments/exception-count.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { Day } from '../view-parts/times.tsx'
import { RequestToDecide, useDecideDialogs } from './approval-requests.tsx'
import { ExceptionsOfKind } from './exception-list.tsx'
import { useDiscrepancies, useResolveDiscrepancy } from './use-exceptions.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** The open discrepancies, oldest first. */
export function DiscrepancyList() {
  const [open, setOpen] = useState<OpenDiscrepancy | null>(null)
  const { decide, dialogs } = useDecideDialogs()
  return (
    <>
      <ExceptionsOfKind
        id="discrepancies"
        title={t('Discrepancies')}
        of={useDiscrepancies()}
        counted={(count) => plural(count, '1 discrepancy', '{count} discrepancies')}
        empty={t('No open discrepancies.')}
        columns={columnsWith(setOpen, decide)}
        keyOf={({ id }) => id}
      />
      {open ? <ResolveDiscrepancy discrepancy={open} onClose={() => setOpen(null)} /> : null}
      {dialogs}
    </>
  )
}

function columnsWith(
  onResolve: (discrepancy: OpenDiscrepancy) => void,
  onAnswer: ReturnType<typeof useDecideDialogs>['decide'],
): readonly Column<OpenDiscrepancy>[] {
  return [
    { name: t('Day'), kind: 'head', value: ({ day }) => <Day date={day} /> },
    {
      name: t('Discrepancy'),
      isPlain: true,
      value: ({ subject, kind, detail, request }) => (
        <>
          <strong>{subject}</strong>
          <p>{t(discrepancyKinds[kind].meaning)}</p>
          <p className={classes.muted}>{detail}</p>
          {request ? <RequestToDecide request={request} onAnswer={onAnswer} /> : null}
        </>
      ),
    },
    ...books.map(({ key, name }): Column<OpenDiscrepancy> => {
      return { name, kind: 'figure', value: (discrepancy) => dollarsOf(discrepancy[key]) }
    }),
    {
      name: t('Actions'),
      isPlain: true,
      value: (discrepancy) => (
        <div className={classes.actions}>
          {discrepancy.paymentId === null ? null : (
            <Link to={paths.adminDashboard} search={exceptionSearch(discrepancy.paymentId)} className={outlined.button}>
              {t(exceptionsTexts.open)}
              <HiddenText>: {discrepancy.subject}</HiddenText>
            </Link>
          )}
          <button type="button" className={outlined.button} onClick={() => onResolve(discrepancy)}>
            {t(exceptionsTexts.resolve)}
            <HiddenText>: {discrepancy.subject}</HiddenText>
          </button>
        </div>
      ),
    },
  ]
}

/** What the books disagree about in a payment, the oldest first. Each can be resolved here as in the list. */
export function PaymentDiscrepancies({ discrepancies }: { readonly discrepancies: readonly OpenDiscrepancy[] }) {
  // Still shown when it is resolved and so no longer among them: then its dialog says so.
  const [open, setOpen] = useState<OpenDiscrepancy | null>(null)
  return (
    <>
      {discrepancies.map((discrepancy) => (
        <Notice key={discrepancy.id} tone="warning" title={t(discrepancyKinds[discrepancy.kind].meaning)}>
          <p>
            {discrepancy.subject}. {discrepancy.detail}
          </p>
          <p>
            {formatDate(discrepancy.day)}: {figuresOf(discrepancy)}
          </p>
          <div className={classes.answers} data-no-print>
            <button type="button" className={outlined.button} onClick={() => setOpen(discrepancy)}>
              {t(exceptionsTexts.resolve)}
              <HiddenText>: {discrepancy.subject}</HiddenText>
            </button>
          </div>
        </Notice>
      ))}
      {open ? <ResolveDiscrepancy discrepancy={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

/** Such as 'Gateway $42.50, Portal $40.00'; a book that says nothing is left out. */
function figuresOf(discrepancy: OpenDiscrepancy): string {
  return books
    .filter(({ key }) => discrepancy[key] !== null)
    .map(({ key, name }) => `${name} ${dollarsOf(discrepancy[key])}`)
    .join(', ')
}

/** The three books that the daily reconciliation compares, in the order in which money passes through them. */
export const books = [
  { key: 'gateway', name: t('Gateway') },
  { key: 'portal', name: t('Portal') },
  { key: 'billing', name: t('Billing system') },
] as const

interface ResolveDiscrepancyProps {
  readonly discrepancy: OpenDiscrepancy
  readonly onClose: () => void
}

/** Resolves a discrepancy, with evidence. */
export function ResolveDiscrepancy({ discrepancy, onClose }: ResolveDiscrepancyProps) {
  const [isDone, setDone] = useState(false)
  const resolve = useResolveDiscrepancy(discrepancy.id, () => setDone(true))
  const title = `${t(exceptionsTexts.resolve)}: ${discrepancy.subject}`
  if (isDone) {
    return (
      <ResultDialog title={title} onClose={onClose}>
        <p>{t('Resolved. Your evidence is kept with it.')}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog open holdsForm title={title} onClose={resolve.isPending ? undefined : onClose}>
      <ReasonForm
        asks={t(discrepancyKinds[discrepancy.kind].meaning)}
        isEvidence
        button={t(exceptionsTexts.resolve)}
        isPending={resolve.isPending}
        problem={resolve.isError ? serverError(resolve.error) : null}
        onSubmit={(evidence) => resolve.mutate(evidence)}
      />
    </Dialog>
  )
}
