import type { ApprovalRequest } from '@portal/contract/approval-requests'
import { formatInstant } from '@portal/contract/dates'
import { actionExplanations, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { type Answer, DecideDialog, ResolutionFacts, approveText, rejectionOf } from './decide-dialog.tsx'
import classes from './exceptions.module.css'

/** The requests that take a second person, with their decisions; an open one has buttons to decide it. */
export function ApprovalRequests({ requests }: { readonly requests: readonly ApprovalRequest[] }) {
  const { decide, dialogs } = useDecideDialogs()
  if (requests.length === 0) return null
  return (
    <section className={classes.list} aria-labelledby="approval-requests">
      <h3 id="approval-requests">{t('Approval requests')}</h3>
      <ol className={classes.requests}>
        {requests.map((request) => (
          <li key={request.id}>
            <RequestToDecide request={request} onAnswer={decide} />
          </li>
        ))}
      </ol>
      {dialogs}
    </section>
  )
}

/** Where requests are decided. They may leave their list with the decision, so its result is shown outside. */
export function useDecideDialogs() {
  const [asked, setAsked] = useState<{ request: ApprovalRequest; answer: Answer } | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const dialogs = (
    <>
      {asked ? (
        <DecideDialog
          request={asked.request}
          answer={asked.answer}
          onClose={() => setAsked(null)}
          onDone={() => {
            setDone(asked.answer === 'approve' ? results[asked.request.kind] : rejectionOf(asked.request))
            setAsked(null)
          }}
        />
      ) : null}
      {done ? (
        <ResultDialog title={t('Approval requests')} onClose={() => setDone(null)}>
          <p>{done}</p>
        </ResultDialog>
      ) : null}
    </>
  )
  return { decide: (request: ApprovalRequest, answer: Answer) => setAsked({ request, answer }), dialogs }
}

interface RequestToDecideProps {
  readonly request: ApprovalRequest
  readonly onAnswer: (request: ApprovalRequest, answer: Answer) => void
}

/** What it says, and the buttons while it is open. */
export function RequestToDecide({ request, onAnswer }: RequestToDecideProps) {
  return (
    <>
      <Request request={request} />
      {request.state === 'ASKED' ? (
        <Answers request={request} onAnswer={(answer) => onAnswer(request, answer)} />
      ) : null}
    </>
  )
}

/** What has happened once a second person has agreed. */
const results: Readonly<Record<ApprovalRequest['kind'], string>> = {
  refund: t('Refund started. Follow it in the history. If we have an email address, the payer is told.'),
  externalRefund: t('Refund recorded. If we have an email address, the payer is told.'),
  resolveCharged: actionExplanations.resolveCharged.done,
  resolveNotCharged: actionExplanations.resolveNotCharged.done,
  undoResolution: t(
    'The resolution is undone. If we have an email address and the payer was told otherwise, we told them.',
  ),
  recordCharge: t('Recorded. We’re checking it with the gateway. It is posted once the gateway confirms it.'),
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
  if (kind === 'refund') return t('requested a refund of {amount}', { amount: dollarsOf(amount) })
  if (kind === 'externalRefund')
    return t('reported a refund of {amount} in the gateway’s console', { amount: dollarsOf(amount) })
  if (kind === 'recordCharge') return t('requested to record {amount} as a payment', { amount: dollarsOf(amount) })
  if (kind === 'undoResolution') return t('requested to undo the resolution of {amount}', { amount: dollarsOf(amount) })
  return kind === 'resolveCharged'
    ? t('reported {amount} as charged', { amount: dollarsOf(amount) })
    : t('reported {amount} as not charged', { amount: dollarsOf(amount) })
}

function answerOf({ state, decidedBy, requestedBy }: ApprovalRequest): string {
  if (state === 'APPROVED') return t('approved')
  return decidedBy === requestedBy ? t('withdrew the request') : t('rejected')
}

interface AnswersProps {
  readonly request: ApprovalRequest
  readonly onAnswer: (answer: Answer) => void
}

function Answers({ request, onAnswer }: AnswersProps) {
  // Charges are in a list of others, payments on a page of their own.
  const about = request.kind === 'recordCharge' ? <HiddenText>: {request.tag}</HiddenText> : null
  return (
    <div className={classes.answers} data-no-print>
      {request.isOwn ? (
        <p className={classes.muted}>{t(exceptionsTexts.ownRequest)}</p>
      ) : (
        <Button onClick={() => onAnswer('approve')}>
          {approveText(request)}
          {about}
        </Button>
      )}
      <Button look="secondary" onClick={() => onAnswer('reject')}>
        {request.isOwn ? t(exceptionsTexts.withdraw) : t(exceptionsTexts.reject)}
        {about}
      </Button>
    </div>
  )
}
