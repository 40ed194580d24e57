import { formatInstant } from '@portal/contract/dates'
import type { ApprovalRequest, ExceptionDetails } from '@portal/contract/exceptions'
import { actionExplanations, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useDecision } from './use-exceptions.ts'
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
  const at = (instant: ApprovalRequest['requestedAt']) => formatInstant(profile, instant)
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

/** What a rejection means. */
export const rejected = 'Nothing is refunded, recorded or resolved. The payment stands.'

/** The decisions that a second person can make. */
export type Answer = 'approve' | 'reject'

interface DecideDialogProps {
  readonly request: ApprovalRequest
  readonly answer: Answer
  readonly onClose: () => void
  readonly onDone: () => void
}

const verifyFirst = 'Verify this in the gateway’s console before you confirm.'

/** What follows from an approval, and what the button says before the amount. */
const consequences: Readonly<Record<ApprovalRequest['kind'], { follows: string; button: string }>> = {
  refund: { follows: 'The full amount goes back to the card.', button: 'Refund' },
  externalRefund: {
    follows: `${verifyFirst} If we have an email address, the payer is told it was refunded.`,
    button: 'Record refund of',
  },
  resolveCharged: {
    follows: `${verifyFirst} ${exceptionsTexts.asksGateway} Unless it disagrees, the payment is marked as Paid.`,
    button: 'Resolve',
  },
  resolveNotCharged: {
    follows: `${verifyFirst} ${exceptionsTexts.asksGateway} Unless it disagrees, the accounts can be paid again.`,
    button: 'Resolve',
  },
}

const approveTexts: Readonly<Record<ApprovalRequest['kind'], string>> = {
  refund: exceptionsTexts.approveRefund,
  externalRefund: exceptionsTexts.approveExternalRefund,
  resolveCharged: exceptionsTexts.approveCharged,
  resolveNotCharged: exceptionsTexts.approveNotCharged,
}

/** What a second person presses to agree. */
export function approveText({ kind }: ApprovalRequest): string {
  return approveTexts[kind]
}

/** What a request to resolve a payment says, for the second person to compare with the gateway's console. */
export function ResolutionFacts({
  request: { tag, authorization, gatewayAnswer },
}: {
  readonly request: ApprovalRequest
}) {
  if (!gatewayAnswer) return null
  return (
    <DescriptionList
      items={[
        ...(tag ? [{ term: exceptionsTexts.transactionTag, value: tag }] : []),
        ...(authorization ? [{ term: exceptionsTexts.authorizationNumber, value: authorization }] : []),
        { term: 'Gateway', value: `Could not confirm: ${gatewayAnswer}` },
      ]}
    />
  )
}

/**
 * Asks a second person to approve a refund or a resolution, which cannot be undone, or to reject it with a reason.
 */
export function DecideDialog({ request, answer, onClose, onDone }: DecideDialogProps) {
  const decision = useDecision(request.id, onDone)
  const close = decision.isPending ? undefined : onClose
  const { follows, button: approves } = consequences[request.kind]
  const problem = decision.isError ? serverError(decision.error) : null
  if (answer === 'reject') {
    const button = request.isOwn ? exceptionsTexts.withdraw : exceptionsTexts.reject
    return (
      <Dialog open holdsForm title={button} onClose={close}>
        <ReasonForm
          asks={`${rejected} It can be requested again.`}
          button={button}
          isPending={decision.isPending}
          problem={problem}
          onSubmit={(why) => decision.mutate({ decision: 'reject', why })}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={approveText(request)}
      onClose={close}
      actions={
        <>
          <Button busy={decision.isPending} onClick={() => decision.mutate({ decision: 'approve' })}>
            {approves} {dollarsOf(request.amount)}
          </Button>
          <Button look="secondary" blocked={decision.isPending} onClick={onClose}>
            {exceptionsTexts.cancel}
          </Button>
        </>
      }
    >
      <div className={classes.said}>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p>
          {request.kind === 'refund' ? 'Requested' : 'Reported'} by {request.requestedBy}: <q>{request.reason}</q>
        </p>
        <ResolutionFacts request={request} />
        <p>{follows} This cannot be undone.</p>
      </div>
    </Dialog>
  )
}
