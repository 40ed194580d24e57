import { type ExceptionDetails, ActionRequest, AuthorizationNumber, TransactionTag } from '@portal/contract/exceptions'
import {
  type ExceptionAction,
  actionExplanations,
  exceptionActions,
  exceptionsTexts,
} from '@portal/contract/exceptions-texts'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { bankTick } from '../view-parts/bank-tick.ts'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { useAction } from './use-exceptions.ts'
import classes from './exceptions.module.css'

/** Actions that ask a partner once more and decide nothing themselves. One of them stands out; what resolves never does. */
const asksAgain: readonly ExceptionAction[] = ['inquire', 'retryPosting', 'retryReversal']

/** The actions that are possible for a payment, a button for each; each asks for a reason first. */
export function Actions({ payment }: { readonly payment: ExceptionDetails }) {
  const [open, setOpen] = useState<ExceptionAction | null>(null)
  const [done, setDone] = useState<{ action: ExceptionAction; text: string } | null>(null)
  if (payment.actions.length === 0 && !open && !done) return null
  return (
    <div className={classes.buttons} data-no-print>
      {payment.actions.map((action, index) => (
        <Button
          key={action}
          look={index === 0 && asksAgain.includes(action) ? 'primary' : 'secondary'}
          onClick={() => setOpen(action)}
        >
          {t(exceptionActions[action])}
        </Button>
      ))}
      {open ? (
        <ActionDialog
          payment={payment}
          action={open}
          onClose={() => setOpen(null)}
          onDone={(after) => {
            setOpen(null)
            setDone({ action: open, text: doneText(open, after) })
          }}
        />
      ) : null}
      {done ? (
        <ResultDialog title={t(exceptionActions[done.action])} onClose={() => setDone(null)}>
          <p>{done.text}</p>
        </ResultDialog>
      ) : null}
    </div>
  )
}

/** What is resolved at once where the gateway confirms it, and asks for a second person where it cannot. */
const resolves: readonly ExceptionAction[] = ['resolveCharged', 'resolveNotCharged']

function doneText(action: ExceptionAction, { approvalRequests }: ExceptionDetails): string {
  const isAsked = approvalRequests.some(({ state, kind }) => state === 'ASKED' && kind === action)
  return isAsked && resolves.includes(action) ? t(exceptionsTexts.needsApproval) : actionExplanations[action].done
}

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
  'undoResolution',
  'keepResolution',
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

const tag = {
  tag: text(
    {
      id: 'exception-tag',
      label: t(exceptionsTexts.transactionTag),
      hint: t('As shown in the gateway’s console'),
      required: true,
      autoComplete: 'off',
    },
    rule(TransactionTag),
  ),
}
const authorization = {
  authorization: text(
    {
      id: 'exception-authorization',
      label: t(exceptionsTexts.authorizationNumber),
      required: true,
      autoComplete: 'off',
    },
    rule(AuthorizationNumber),
  ),
}
const further = { ...tag, ...authorization, ...bankTick }

/** Asks for the reason of an action, and where needed for the gateway's numbers of the charge; then takes it. */
export function ActionDialog({ payment, action, onClose, onDone }: ActionDialogProps) {
  const needsTag = needTag.includes(action)
  const needsAuthorization = action === 'resolveCharged'
  const needsTick = action === 'requestRefund' && payment.asksAboutBank === true
  const { form, onSubmit } = useForm(further, {
    without: {
      ...(needsTag ? {} : tag),
      ...(needsAuthorization ? {} : authorization),
      ...(needsTick ? {} : bankTick),
    },
    hasNoSummary: true,
  })
  const mutation = useAction(payment.id, onDone)
  return (
    <Dialog open holdsForm title={t(exceptionActions[action])} onClose={mutation.isPending ? undefined : onClose}>
      <ReasonForm
        asks={actionExplanations[action].asks}
        isEvidence={needEvidence.includes(action)}
        button={buttons[action] ?? t(exceptionActions[action])}
        isPending={mutation.isPending}
        problem={mutation.isError ? serverError(mutation.error) : null}
        onSubmit={(why) =>
          onSubmit(({ bankNotAsked, ...charge }) => {
            mutation.mutate(ActionRequest.parse({ action, why, ...charge, ...(bankNotAsked && { bankNotAsked }) }))
          })()
        }
      >
        {needsTag ? <Fields form={form} of={tag} /> : null}
        {needsAuthorization ? <Fields form={form} of={authorization} /> : null}
        {needsTick ? <Fields form={form} of={bankTick} /> : null}
      </ReasonForm>
    </Dialog>
  )
}
