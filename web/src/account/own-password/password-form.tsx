import { NewPassword } from '@portal/contract/credentials'
import { editAccountTexts } from '@portal/contract/edit-account'
import type { PersonId } from '@portal/contract/ids'
import { updateUserPassword } from '@portal/contract/sign-in'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields, newPassword, password } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { enteredTwice, filled, type Refuse, useForm } from '#ui/form/use-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from './own-password.module.css'

interface PasswordFormProps {
  readonly person: { readonly username: string; readonly personId: PersonId }
  /** Staff have set the current password: the view says so, and cannot be left. */
  readonly isGiven?: boolean
  /** Called when the password was changed or the form was cancelled. */
  readonly onDone: () => void
}

const fields = {
  oldPassword: password(
    { id: 'current-password', label: t('Current Password'), required: true, autoComplete: 'current-password' },
    filled(credentialTexts.currentPasswordRequired),
  ),
  password: newPassword({ id: 'new-password', label: t('New Password') }, rule(NewPassword)),
  confirm: password(
    { id: 'confirm-password', label: t('Confirm Password'), required: true, autoComplete: 'new-password' },
    filled(credentialTexts.confirmPassword),
  ),
}

const rules = [enteredTwice('password', 'confirm')]

/** The Password view (C§2.5): the current password, and a new one twice. */
export function PasswordForm({ person, isGiven = false, onDone }: PasswordFormProps) {
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, { rules })
  const change = useChangePassword({ personId: person.personId, refuse, onDone })
  return (
    <div className={classes.page}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <PageHeading
        title={isGiven ? t(credentialTexts.chooseOwn) : t(editAccountTexts.changePassword)}
        hasError={errors.length > 0 || change.problem !== null}
      />
      {isGiven ? <p>{t(credentialTexts.whyChooseOwn)}</p> : null}
      {change.problem ? <ProblemNotice problem={change.problem} /> : null}
      <form
        noValidate
        className={`${box.card} ${layout.form}`}
        onSubmit={onSubmit((passwords) => change.send(passwords))}
      >
        {/* Tells password managers whose password this is. */}
        <input hidden readOnly autoComplete="username" value={person.username} />
        <div className={layout.fields}>
          <Fields form={form} of={fields} />
        </div>
        <p className={layout.note}>{t('You’ll stay logged in here and be logged out everywhere else.')}</p>
        <div className={layout.actions}>
          <Button type="submit" wide busy={change.isPending}>
            {t(editAccountTexts.save)}
          </Button>
          {isGiven ? null : (
            <Button look="quiet" wide blocked={change.isPending} onClick={onDone}>
              {t(editAccountTexts.cancel)}
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}

interface Passwords {
  readonly oldPassword: string
  readonly password: string
}

interface ChangePasswordOptions {
  readonly personId: PersonId
  readonly refuse: Refuse
  readonly onDone: () => void
}

/** Changes the password and reports the result in the server's words (C§8). */
function useChangePassword({ personId, refuse, onDone }: ChangePasswordOptions) {
  const popup = usePopup()
  /** A try got no answer: it may have changed the password, whose current one would then be called wrong. */
  const isUncertain = useRef(false)
  const change = useMutation({
    mutationFn: async (typed: Passwords) =>
      (await send(updateUserPassword, { body: { personId, oldPassword: typed.oldPassword, password: typed.password } }))
        .result,
    onSuccess: ({ status, description }) => {
      if (status === 'Success') {
        popup.show({
          kind: 'success',
          message: t('{description} You’ve been logged out everywhere else. We’ll email you a notice of this change.', {
            description,
          }),
        })
        onDone()
      } else if (description === signInTexts.wrongCurrentPassword) {
        refuse([
          {
            field: 'oldPassword',
            message: isUncertain.current
              ? t('Your current password is incorrect. Your last attempt may have changed it. Try the new one.')
              : description,
          },
        ])
      } else {
        popup.show({ kind: 'danger', message: description })
      }
    },
    onError: (error) => {
      const cause = asProblem(error)
      refuse(cause.errors)
      isUncertain.current ||= cause.isUncertain
      if (cause.isUncertain) popup.show({ kind: 'danger', message: t(editAccountTexts.network) })
    },
  })
  // A missing reply is reported by the popup, and refusals of fields at the fields.
  const problem = change.error && asProblem(change.error)
  const isTold = !problem || problem.isUncertain || problem.errors.length > 0
  return { isPending: change.isPending, problem: isTold ? null : problem, send: change.mutate }
}
