import type { GiveBackRequest } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useDecision } from './use-money-desk.ts'
import classes from './money-desk.module.css'

/** The decisions that a second person can make. */
export type Answer = 'approve' | 'reject'

interface DecideDialogProps {
  readonly request: GiveBackRequest
  readonly answer: Answer
  readonly onClose: () => void
  readonly onDone: () => void
}

const consequences: Readonly<Record<GiveBackRequest['kind'], string>> = {
  giveBack: 'All of it goes back to the card.',
  wasGivenBack:
    'Please see for yourself in the gateway’s console. A payer with an e-mail address is told that all of it went back.',
}

/** What a second person presses to agree. */
export function approveText({ kind }: GiveBackRequest): string {
  return kind === 'giveBack' ? moneyDeskTexts.approve : moneyDeskTexts.approveWasGivenBack
}

/** Asks a second person to approve giving a payment back, which cannot be undone, or to reject it with a reason. */
export function DecideDialog({ request, answer, onClose, onDone }: DecideDialogProps) {
  const decision = useDecision(request.id, onDone)
  const close = decision.isPending ? undefined : onClose
  const problem = decision.isError ? serverError(decision.error) : null
  if (answer === 'reject') {
    const button = request.isOwn ? moneyDeskTexts.takeBack : moneyDeskTexts.reject
    return (
      <Dialog open holdsForm title={button} onClose={close}>
        <ReasonForm
          asks="Nothing is given back or recorded. The payment stands as it did, and it can be asked for again."
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
            {request.kind === 'giveBack' ? 'Give back' : 'Record'} {dollarsOf(request.amount)}
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
          {request.requestedBy} {request.kind === 'giveBack' ? 'asks for it' : 'has seen it'}: <q>{request.reason}</q>
        </p>
        <p>{consequences[request.kind]} This cannot be undone.</p>
      </div>
    </Dialog>
  )
}
