import type { GiveBackRequest } from '@portal/contract/give-back-request'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useDecision } from './use-money-desk.ts'
import classes from './money-desk.module.css'

/** What a rejection means. */
export const rejected = 'Nothing is given back, recorded or settled. The payment stands as it did.'

/** The decisions that a second person can make. */
export type Answer = 'approve' | 'reject'

interface DecideDialogProps {
  readonly request: GiveBackRequest
  readonly answer: Answer
  readonly onClose: () => void
  readonly onDone: () => void
}

const seeForYourself = 'Please see for yourself in the gateway’s console.'

/** What follows from an approval, what the button says, and what the person who asked has done. */
const consequences: Readonly<Record<GiveBackRequest['kind'], { follows: string; button: string; asked: string }>> = {
  giveBack: { follows: 'All of it goes back to the card.', button: 'Give back', asked: 'asks for it' },
  wasGivenBack: {
    follows: `${seeForYourself} A payer with an e-mail address is told that all of it went back.`,
    button: 'Record',
    asked: 'has seen it',
  },
  settleCharged: {
    follows: `${seeForYourself} ${moneyDeskTexts.asksGateway} The payment then becomes paid, unless it says otherwise.`,
    button: 'Settle',
    asked: 'says that it was charged',
  },
  settleNotCharged: {
    follows: `${seeForYourself} ${moneyDeskTexts.asksGateway} The accounts can then be paid again, unless it says otherwise.`,
    button: 'Settle',
    asked: 'says that it was not charged',
  },
}

const approveTexts: Readonly<Record<GiveBackRequest['kind'], string>> = {
  giveBack: moneyDeskTexts.approve,
  wasGivenBack: moneyDeskTexts.approveWasGivenBack,
  settleCharged: moneyDeskTexts.approveCharged,
  settleNotCharged: moneyDeskTexts.approveNotCharged,
}

/** What a second person presses to agree. */
export function approveText({ kind }: GiveBackRequest): string {
  return approveTexts[kind]
}

/** What a request to settle a payment says, for the second person to compare with the gateway's console. */
export function SettlementFacts({
  request: { tag, authorization, gatewaySaid },
}: {
  readonly request: GiveBackRequest
}) {
  if (!gatewaySaid) return null
  return (
    <DescriptionList
      items={[
        ...(tag ? [{ term: moneyDeskTexts.transactionTag, value: tag }] : []),
        ...(authorization ? [{ term: moneyDeskTexts.authorizationNumber, value: authorization }] : []),
        { term: 'The card network', value: `Could not say: ${gatewaySaid}` },
      ]}
    />
  )
}

/**
 * Asks a second person to approve giving a payment back, or settling it, which cannot be undone, or to reject it with a
 * reason.
 */
export function DecideDialog({ request, answer, onClose, onDone }: DecideDialogProps) {
  const decision = useDecision(request.id, onDone)
  const close = decision.isPending ? undefined : onClose
  const { follows, button: approves, asked } = consequences[request.kind]
  const problem = decision.isError ? serverError(decision.error) : null
  if (answer === 'reject') {
    const button = request.isOwn ? moneyDeskTexts.takeBack : moneyDeskTexts.reject
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
            {moneyDeskTexts.cancel}
          </Button>
        </>
      }
    >
      <div className={classes.said}>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <p>
          {request.requestedBy} {asked}: <q>{request.reason}</q>
        </p>
        <SettlementFacts request={request} />
        <p>{follows} This cannot be undone.</p>
      </div>
    </Dialog>
  )
}
