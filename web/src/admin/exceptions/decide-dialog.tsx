import type { ApprovalRequest } from '@portal/contract/approval-requests'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { rich } from '#ui/text/rich.ts'
import { t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { useDecision } from './use-exceptions.ts'
import classes from './exceptions.module.css'

/** What a rejection means. */
export function rejectionOf({ kind }: ApprovalRequest): string {
  return kind === 'recordCharge'
    ? t('The charge is not recorded. It stays a discrepancy.')
    : t('Nothing is refunded, recorded or resolved. The payment stands.')
}

/** The decisions that a second person can make. */
export type Answer = 'approve' | 'reject'

interface DecideDialogProps {
  readonly request: ApprovalRequest
  readonly answer: Answer
  readonly onClose: () => void
  readonly onDone: () => void
}

const verifyFirst = t('Verify this in the gateway’s console before you confirm.')

/** What follows from an approval, and what the button says before the amount. */
const consequences: Readonly<Record<ApprovalRequest['kind'], { follows: string; button: string }>> = {
  refund: { follows: t('The full amount goes back to the payer.'), button: t('Refund') },
  externalRefund: {
    follows: t('{verifyFirst} If we have an email address, the payer is told it was refunded.', { verifyFirst }),
    button: t('Record refund of'),
  },
  resolveCharged: {
    follows: t('{verifyFirst} {asksGateway} Unless it disagrees, the payment is marked as Paid.', {
      verifyFirst,
      asksGateway: t('We check with the gateway first. This can take 30 seconds.'),
    }),
    button: t('Resolve'),
  },
  resolveNotCharged: {
    follows: t('{verifyFirst} {asksGateway} Unless it disagrees, the accounts can be paid again.', {
      verifyFirst,
      asksGateway: t('We check with the gateway first. This can take 30 seconds.'),
    }),
    button: t('Resolve'),
  },
  undoResolution: {
    follows: t('{verifyFirst} {asksGateway} Unless it agrees with the resolution now, that is undone.', {
      verifyFirst,
      asksGateway: t('We check with the gateway first. This can take 30 seconds.'),
    }),
    button: t('Undo resolution of'),
  },
  recordCharge: {
    follows: t(
      '{verifyFirst} The payment is posted to these accounts once the gateway confirms it. The payer is not charged again.',
      { verifyFirst },
    ),
    button: t('Record payment of'),
  },
}

/** Not reported as something that has happened. */
const askedKinds: readonly ApprovalRequest['kind'][] = ['refund', 'undoResolution', 'recordCharge']

/** By two people again once the gateway answers, or by a refund. */
const undoable: readonly ApprovalRequest['kind'][] = ['resolveCharged', 'recordCharge']

const approveTexts: Readonly<Record<ApprovalRequest['kind'], string>> = {
  refund: t(exceptionsTexts.approveRefund),
  externalRefund: t('Confirm refund made in gateway'),
  resolveCharged: t(exceptionsTexts.approveCharged),
  resolveNotCharged: t('Approve: not charged'),
  undoResolution: t('Approve: undo resolution'),
  recordCharge: t('Approve: record payment'),
}

/** What a second person presses to agree. */
export function approveText({ kind }: ApprovalRequest): string {
  return approveTexts[kind]
}

/** What a request says, for the second person to compare with the gateway's console. */
export function ResolutionFacts({
  request: { kind, tag, authorization, gatewayAnswer, accounts },
}: {
  readonly request: ApprovalRequest
}) {
  const items = [
    ...(tag ? [{ term: t(exceptionsTexts.transactionTag), value: tag }] : []),
    ...(authorization ? [{ term: t(exceptionsTexts.authorizationNumber), value: authorization }] : []),
    ...accounts.map(({ accountId, amount }) => ({
      term: t('Account {accountId}', { accountId }),
      value: dollarsOf(amount),
    })),
    ...(gatewayAnswer
      ? [
          {
            term: t('Gateway'),
            value:
              kind === 'undoResolution' ? gatewayAnswer : t('Could not confirm: {gatewayAnswer}', { gatewayAnswer }),
          },
        ]
      : []),
  ]
  return items.length > 0 ? <DescriptionList items={items} /> : null
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
    const button = request.isOwn ? t(exceptionsTexts.withdraw) : t(exceptionsTexts.reject)
    return (
      <Dialog open holdsForm title={button} onClose={close}>
        <ReasonForm
          asks={t('{rejected} It can be requested again.', { rejected: rejectionOf(request) })}
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
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <div className={classes.said}>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p>
          {rich(
            askedKinds.includes(request.kind)
              ? 'Requested by {requestedBy}: {reason}'
              : 'Reported by {requestedBy}: {reason}',
            { requestedBy: request.requestedBy, reason: <q>{request.reason}</q> },
          )}
        </p>
        <ResolutionFacts request={request} />
        <p>{undoable.includes(request.kind) ? follows : t('{follows} This cannot be undone.', { follows })}</p>
      </div>
    </Dialog>
  )
}
