import { credentialTexts } from '@portal/contract/credential-texts'
import { NewPassword, typedTwice } from '@portal/contract/credentials'
import { editAccountTexts } from '@portal/contract/edit-account-texts'
import type { PersonId } from '@portal/contract/ids'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { NewPasswordFields, PasswordField } from '#ui/form/password-field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { useScrollToTop } from '#ui/page/use-scroll-to-top.ts'
import { useChangePassword } from './use-change-password.ts'
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

const fieldIds = { oldPassword: 'current-password', password: 'new-password', confirm: 'confirm-password' } as const
const empty = { oldPassword: '', password: '', confirm: '' }

const check = checkBySchema(
  z
    .object({
      oldPassword: z.string().min(1, credentialTexts.currentPasswordRequired),
      password: NewPassword,
      confirm: z.string().min(1, credentialTexts.confirmPassword),
    })
    .refine(...typedTwice('password', 'confirm')),
)

/** The Password view (C§2.5): the current password, and a new one twice. */
export function PasswordForm({ person, isGiven = false, onDone }: PasswordFormProps) {
  useScrollToTop()
  const { form, attempt, errors, onSubmit, refuse } = useCheckedForm({ initialValues: empty, check, fieldIds })
  const change = useChangePassword({ personId: person.personId, refuse, onDone })
  return (
    <div className={classes.page}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <PageHeading
        title={isGiven ? credentialTexts.chooseOwn : editAccountTexts.changePassword}
        hasError={errors.length > 0 || change.problem !== null}
      />
      {isGiven ? <p>{credentialTexts.whyChooseOwn}</p> : null}
      {change.problem ? <ProblemNotice problem={change.problem} /> : null}
      <form
        noValidate
        className={`${box.card} ${layout.form}`}
        onSubmit={onSubmit((passwords) => change.send(passwords))}
      >
        {/* Tells password managers whose password this is. */}
        <input hidden readOnly autoComplete="username" value={person.username} />
        <div className={layout.fields}>
          <PasswordField
            id={fieldIds.oldPassword}
            label="Current Password"
            required
            autoComplete="current-password"
            {...form.getInputProps('oldPassword')}
          />
          <NewPasswordFields
            label="New Password"
            confirmLabel="Confirm Password"
            password={{ id: fieldIds.password, ...form.getInputProps('password') }}
            confirm={{ id: fieldIds.confirm, ...form.getInputProps('confirm') }}
          />
        </div>
        <p className={layout.note}>You’ll stay logged in here and be logged out everywhere else.</p>
        <div className={layout.actions}>
          <Button type="submit" wide busy={change.isPending}>
            {editAccountTexts.save}
          </Button>
          {isGiven ? null : (
            <Button look="quiet" wide blocked={change.isPending} onClick={onDone}>
              {editAccountTexts.cancel}
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}
