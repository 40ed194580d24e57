import { type DeskPayment, MoveOfPayment } from '@portal/contract/money-desk'
import { type PaymentMove, moneyDeskTexts, moveExplanations, paymentMoves } from '@portal/contract/money-desk-texts'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { TextField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useMove } from './use-money-desk.ts'

interface MoveDialogProps {
  readonly payment: DeskPayment
  readonly move: PaymentMove
  readonly onClose: () => void
  /** Called with the payment as it is after the move. */
  readonly onDone: (after: DeskPayment) => void
}

/** Moves that settle something for good and therefore need evidence. */
const needEvidence: readonly PaymentMove[] = ['settleCharged', 'settleNotCharged', 'closeGiveBack', 'askWasGivenBack']

/** Moves about a charge that the gateway's console shows. */
const needTag: readonly PaymentMove[] = ['settleCharged', 'askWasGivenBack']

const { askGiveBack, settle } = moneyDeskTexts
/** The label of the dialog's button where it is not the name of the move. */
const buttons: Readonly<Partial<Record<PaymentMove, string>>> = {
  askGiveBack,
  settleCharged: settle,
  settleNotCharged: settle,
  closeGiveBack: settle,
}

const fieldIds = { tag: 'desk-tag', authorization: 'desk-authorization' } as const
const checkMove = checkBySchema(MoveOfPayment)
/** Stands for the reason while the numbers are checked: the form for the reason has its own check. */
const anyReason = 'any reason'

/** Asks for the reason of a move, and where needed for the gateway's numbers of the charge; then makes it. */
export function MoveDialog({ payment, move, onClose, onDone }: MoveDialogProps) {
  const { form, onSubmit } = useCheckedForm({
    initialValues: { tag: '', authorization: '' },
    check: (charge) => checkMove({ move, why: anyReason, ...charge }),
    fieldIds,
    hasNoSummary: true,
  })
  const mutation = useMove(payment.id, onDone)
  return (
    <Dialog open holdsForm title={paymentMoves[move]} onClose={mutation.isPending ? undefined : onClose}>
      <ReasonForm
        asks={moveExplanations[move].asks}
        isEvidence={needEvidence.includes(move)}
        button={buttons[move] ?? paymentMoves[move]}
        isPending={mutation.isPending}
        problem={mutation.isError ? serverError(mutation.error) : null}
        onSubmit={(why) => onSubmit((charge) => mutation.mutate(MoveOfPayment.parse({ move, why, ...charge })))()}
      >
        {needTag.includes(move) ? (
          <TextField
            id={fieldIds.tag}
            label={moneyDeskTexts.transactionTag}
            hint="As the gateway’s console shows it."
            required
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('tag')}
          />
        ) : null}
        {move === 'settleCharged' ? (
          <TextField
            id={fieldIds.authorization}
            label={moneyDeskTexts.authorizationNumber}
            required
            autoComplete="off"
            {...form.getInputProps('authorization')}
          />
        ) : null}
      </ReasonForm>
    </Dialog>
  )
}
