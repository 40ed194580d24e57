import { NewPassword } from '@portal/contract/credentials'
import { resetCustomerPassword, type WebUser, customerPasswordTexts } from '@portal/contract/customer-password'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields, newPassword, password } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { enteredTwice, filled, type Refuse, useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { problemInForm } from '../view-parts/server-error.ts'
import layout from '#ui/form/form-layout.module.css'

interface ResetDialogProps {
  readonly customer: WebUser
  readonly onClose: () => void
  /** Called with the message to show. */
  readonly onUpdated: (description: string) => void
}

const fields = {
  password: newPassword({ id: 'reset-password', label: t(customerPasswordTexts.newPassword) }, rule(NewPassword)),
  confirm: password(
    {
      id: 'reset-confirm',
      label: t(customerPasswordTexts.confirmNewPassword),
      required: true,
      autoComplete: 'new-password',
    },
    filled(credentialTexts.confirmPassword),
  ),
}
const rules = [enteredTwice('password', 'confirm')]

/** Asks for a customer's new password, twice (A§2, A§5). Closing discards the input. */
export function ResetDialog({ customer, onClose, onUpdated }: ResetDialogProps) {
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, { rules })
  const update = useUpdate(customer, onUpdated, refuse)
  return (
    <Dialog
      open
      holdsForm
      title={t('New password for {username}', { username: customer.username })}
      onClose={update.isPending ? undefined : onClose}
    >
      <form
        noValidate
        className={layout.form}
        autoComplete="off"
        onSubmit={onSubmit((typed) => update.send(typed.password))}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        {update.failure ? <Notice tone="error" role="alert" title={update.failure} /> : null}
        {update.problem ? <ProblemNotice problem={update.problem} /> : null}
        <div className={layout.fields}>
          <Fields form={form} of={fields} />
        </div>
        <p className={layout.note}>
          {t('{fullName} will be logged out everywhere and notified by email.', { fullName: customer.fullName })}
        </p>
        <Button type="submit" wide busy={update.isPending}>
          {t(customerPasswordTexts.update)}
        </Button>
      </form>
    </Dialog>
  )
}

function useUpdate({ personId }: WebUser, onUpdated: (description: string) => void, refuse: Refuse) {
  const update = useMutation({
    mutationFn: async (typed: string) =>
      (await send(resetCustomerPassword, { body: { personId, password: typed } })).result,
    onSuccess: ({ status, description }) => {
      if (status === 'Success') onUpdated(description)
    },
    onError: (error) => refuse(asProblem(error).errors),
  })
  const { data, error } = update
  const noReply = error && asProblem(error).isUncertain ? t(customerPasswordTexts.serverError) : null
  return {
    isPending: update.isPending,
    failure: data?.status === 'Failed' ? data.description : noReply,
    problem: problemInForm(error),
    send: update.mutate,
  }
}
