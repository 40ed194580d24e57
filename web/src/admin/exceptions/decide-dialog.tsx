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
export const rejected = 'Nothing is given back, recorded or settled. The payment stands as it did.'

/** The decisions that a second person can make. */
export type Answer = 'approve' | 'reject'

interface DecideDialogProps {
  readonly request: ApprovalRequest
  readonly answer: Answer
  readonly onClose: () => void
  readonly onDone: () => void
}

const seeForYourself = 'Please see for yourself in the gateway’s console.'

/** What follows from an approval, what the button says, and what the person who asked has done. */
const consequences: Readonly<Record<ApprovalRequest['kind'], { follows: string; button: string; asked: string }>> = {
  refund: { follows: 'All of it goes back to the card.', button: 'Give back', asked: 'asks for it' },
  externalRefund: {
    follows: `${seeForYourself} A payer with an e-mail address is told that all of it went back.`,
    button: 'Record',
    asked: 'has seen it',
  },
  resolveCharged: {
    follows: `${seeForYourself} ${exceptionsTexts.asksGateway} The payment then becomes paid, unless it says otherwise.`,
    button: 'Settle',
    asked: 'says that it was charged',
  },
  resolveNotCharged: {
    follows: `${seeForYourself} ${exceptionsTexts.asksGateway} The accounts can then be paid again, unless it says otherwise.`,
    button: 'Settle',
    asked: 'says that it was not charged',
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
        { term: 'The card network', value: `Could not say: ${gatewayAnswer}` },
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
  const { follows, button: approves, asked } = consequences[request.kind]
  const problem = decision.isError ? serverError(decision.error) : null
  if (answer === 'reject') {
    const button = request.isOwn ? exceptionsTexts.withdraw : exceptionsTexts.reject
    return (
      <Dialog open holdsForm title={button} onClose={close}>
        <ReasonForm
          asks={`${rejected} It can be asked for again.`}
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
          {request.requestedBy} {asked}: <q>{request.reason}</q>
        </p>
        <ResolutionFacts request={request} />
        <p>{follows} This cannot be undone.</p>
      </div>
    </Dialog>
  )
}
