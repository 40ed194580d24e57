import { type DeskPayment, MoveOfPayment } from '@portal/contract/money-desk'
import { type PaymentMove, moneyDeskTexts, moveExplanations, paymentMoves } from '@portal/contract/money-desk-texts'
import { useRef, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { serverError } from '../server-error.ts'
import { useMove } from './use-money-desk.ts'
import { ReasonForm } from './reason-form.tsx'

interface MoveDialogProps {
  readonly payment: DeskPayment
  readonly move: PaymentMove
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Moves that settle something for good and therefore need evidence. */
const needEvidence: readonly PaymentMove[] = ['settleCharged', 'settleNotCharged', 'closeGiveBack', 'askWasGivenBack']

/** Moves about a charge that the gateway's console shows. */
const needTag: readonly PaymentMove[] = ['settleCharged', 'askWasGivenBack']

const { askGiveBack, settle } = moneyDeskTexts
/** What the dialog's button says where it is not what the move is called. */
const buttons: Readonly<Partial<Record<PaymentMove, string>>> = {
  askGiveBack,
  settleCharged: settle,
  settleNotCharged: settle,
  closeGiveBack: settle,
}

/** Asks for the reason of a move, and where needed for the gateway's numbers of the charge; then makes it. */
export function MoveDialog({ payment, move, onClose, onDone }: MoveDialogProps) {
  const [charge, setCharge] = useState({ tag: '', authorization: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const tag = useRef<HTMLInputElement>(null)
  const authorization = useRef<HTMLInputElement>(null)
  const mutation = useMove(payment.id, onDone)
  const submit = (why: string) => {
    const wanted = MoveOfPayment.safeParse({ move, why, ...charge })
    if (wanted.success) return mutation.mutate(wanted.data)
    const wrong = Object.fromEntries(wanted.error.issues.map(({ path, message }) => [String(path[0]), message]))
    setErrors(wrong)
    const field = wrong['tag'] ? tag : authorization
    field.current?.focus()
  }
  return (
    <Dialog open holdsForm title={paymentMoves[move]} onClose={mutation.isPending ? undefined : onClose}>
      <ReasonForm
        asks={moveExplanations[move].asks}
        isEvidence={needEvidence.includes(move)}
        button={buttons[move] ?? paymentMoves[move]}
        isPending={mutation.isPending}
        problem={mutation.isError ? serverError(mutation.error) : null}
        onSubmit={submit}
      >
        {needTag.includes(move) ? (
          <TextField
            ref={tag}
            label={moneyDeskTexts.transactionTag}
            hint="As the gateway’s console shows it."
            required
            inputMode="numeric"
            autoComplete="off"
            value={charge.tag}
            error={errors['tag']}
            onChange={(event) => setCharge({ ...charge, tag: event.currentTarget.value })}
          />
        ) : null}
        {move === 'settleCharged' ? (
          <TextField
            ref={authorization}
            label={moneyDeskTexts.authorizationNumber}
            required
            autoComplete="off"
            value={charge.authorization}
            error={errors['authorization']}
            onChange={(event) => setCharge({ ...charge, authorization: event.currentTarget.value })}
          />
        ) : null}
      </ReasonForm>
    </Dialog>
  )
}
