import { type ExceptionDetails, ActionRequest } from '@portal/contract/exceptions'
import {
  type ExceptionAction,
  actionExplanations,
  exceptionActions,
  exceptionsTexts,
} from '@portal/contract/exceptions-texts'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { TextField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useAction } from './use-exceptions.ts'

interface ActionDialogProps {
  readonly payment: ExceptionDetails
  readonly action: ExceptionAction
  readonly onClose: () => void
  /** Called with the payment as it is after the action. */
  readonly onDone: (after: ExceptionDetails) => void
}

/** Actions that resolve something for good and therefore need evidence. */
const needEvidence: readonly ExceptionAction[] = [
  'resolveCharged',
  'resolveNotCharged',
  'closeRefund',
  'reportExternalRefund',
]

/** Actions about a charge that the gateway's console shows. */
const needTag: readonly ExceptionAction[] = ['resolveCharged', 'reportExternalRefund']

const { requestRefund, resolve } = exceptionsTexts
/** The label of the dialog's button where it is not the name of the action. */
const buttons: Readonly<Partial<Record<ExceptionAction, string>>> = {
  requestRefund,
  resolveCharged: resolve,
  resolveNotCharged: resolve,
  closeRefund: resolve,
}

const fieldIds = { tag: 'exception-tag', authorization: 'exception-authorization' } as const
const checkAction = checkBySchema(ActionRequest)
/** Stands for the reason while the numbers are checked: the form for the reason has its own check. */
const anyReason = 'any reason'

/** Asks for the reason of an action, and where needed for the gateway's numbers of the charge; then takes it. */
export function ActionDialog({ payment, action, onClose, onDone }: ActionDialogProps) {
  const { form, onSubmit } = useCheckedForm({
    initialValues: { tag: '', authorization: '' },
    check: (charge) => checkAction({ action, why: anyReason, ...charge }),
    fieldIds,
    hasNoSummary: true,
  })
  const mutation = useAction(payment.id, onDone)
  return (
    <Dialog open holdsForm title={exceptionActions[action]} onClose={mutation.isPending ? undefined : onClose}>
      <ReasonForm
        asks={actionExplanations[action].asks}
        isEvidence={needEvidence.includes(action)}
        button={buttons[action] ?? exceptionActions[action]}
        isPending={mutation.isPending}
        problem={mutation.isError ? serverError(mutation.error) : null}
        onSubmit={(why) => onSubmit((charge) => mutation.mutate(ActionRequest.parse({ action, why, ...charge })))()}
      >
        {needTag.includes(action) ? (
          <TextField
            id={fieldIds.tag}
            label={exceptionsTexts.transactionTag}
            hint="As shown in the gateway’s console"
            required
            autoComplete="off"
            {...form.getInputProps('tag')}
          />
        ) : null}
        {action === 'resolveCharged' ? (
          <TextField
            id={fieldIds.authorization}
            label={exceptionsTexts.authorizationNumber}
            required
            autoComplete="off"
            {...form.getInputProps('authorization')}
          />
        ) : null}
      </ReasonForm>
    </Dialog>
  )
}
