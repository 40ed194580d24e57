import { formatInstant } from '@portal/contract/dates'
import type { ApprovalRequest, ExceptionDetails } from '@portal/contract/exceptions'
import { actionExplanations, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { type Answer, DecideDialog, ResolutionFacts, approveText, rejected } from './decide-dialog.tsx'
import classes from './exceptions.module.css'

/** The requests that take a second person, with their decisions; an open one has buttons to decide it. */
export function ApprovalRequests({ payment }: { readonly payment: ExceptionDetails }) {
  const [asked, setAsked] = useState<{ request: ApprovalRequest; answer: Answer } | null>(null)
  const [done, setDone] = useState<string | null>(null)
  if (payment.approvalRequests.length === 0) return null
  return (
    <section className={classes.list} aria-labelledby="approval-requests">
      <h3 id="approval-requests">{exceptionsTexts.requests}</h3>
      <ol className={classes.requests}>
        {payment.approvalRequests.map((request) => (
          <li key={request.id}>
            <Request request={request} />
            {request.state === 'ASKED' ? (
              <Answers request={request} onAnswer={(answer) => setAsked({ request, answer })} />
            ) : null}
          </li>
        ))}
      </ol>
      {asked ? (
        <DecideDialog
          request={asked.request}
          answer={asked.answer}
          onClose={() => setAsked(null)}
          onDone={() => {
            setDone(asked.answer === 'approve' ? results[asked.request.kind] : rejected)
            setAsked(null)
          }}
        />
      ) : null}
      {done ? (
        <ResultDialog title={exceptionsTexts.requests} onClose={() => setDone(null)}>
          <p>{done}</p>
        </ResultDialog>
      ) : null}
    </section>
  )
}

/** What has happened once a second person has agreed. */
const results: Readonly<Record<ApprovalRequest['kind'], string>> = {
  refund: 'Refund started. Follow it in the history. If we have an email address, the payer is told.',
  externalRefund: 'Refund recorded. If we have an email address, the payer is told.',
  resolveCharged: actionExplanations.resolveCharged.done,
  resolveNotCharged: actionExplanations.resolveNotCharged.done,
}

function Request({ request }: { readonly request: ApprovalRequest }) {
  const { profile } = usePortalStart()
  const at = (instant: ApprovalRequest['requestedAt']) => formatInstant(profile.timeZone, instant)
  return (
    <>
      <p>
        {request.requestedBy} {saidOf(request)}, {at(request.requestedAt)}: <q>{request.reason}</q>
      </p>
      <ResolutionFacts request={request} />
      {request.decidedAt ? (
        <p>
          {request.decidedBy} {answerOf(request)}, {at(request.decidedAt)}
          {request.note ? (
            <>
              : <q>{request.note}</q>
            </>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

function saidOf({ kind, amount }: ApprovalRequest): string {
  if (kind === 'refund') return `requested a refund of ${dollarsOf(amount)}`
  if (kind === 'externalRefund') return `reported a refund of ${dollarsOf(amount)} in the gateway’s console`
  return `reported ${dollarsOf(amount)} as ${kind === 'resolveCharged' ? 'charged' : 'not charged'}`
}

function answerOf({ state, decidedBy, requestedBy }: ApprovalRequest): string {
  if (state === 'APPROVED') return 'approved'
  return decidedBy === requestedBy ? 'withdrew the request' : 'rejected'
}

interface AnswersProps {
  readonly request: ApprovalRequest
  readonly onAnswer: (answer: Answer) => void
}

function Answers({ request, onAnswer }: AnswersProps) {
  return (
    <div className={classes.answers} data-no-print>
      {request.isOwn ? (
        <p className={classes.muted}>{exceptionsTexts.ownRequest}</p>
      ) : (
        <Button onClick={() => onAnswer('approve')}>{approveText(request)}</Button>
      )}
      <Button look="secondary" onClick={() => onAnswer('reject')}>
        {request.isOwn ? exceptionsTexts.withdraw : exceptionsTexts.reject}
      </Button>
    </div>
  )
}
