import type { ApprovalRequest } from '@portal/contract/exceptions'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useDecision } from './use-exceptions.ts'
import classes from './exceptions.module.css'

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
    button: 'Record refund of refund of refund of refund of',
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
