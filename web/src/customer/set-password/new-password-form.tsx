import type { ReplyOf } from '@portal/contract/call'
import { credentialTexts, NewPassword } from '@portal/contract/credentials'
import { setPassword } from '@portal/contract/forgot'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Fields, newPassword, password } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { enteredTwice, filled, useForm } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import classes from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'

const fields = {
  password: newPassword({ id: 'new-password', label: t('New password') }, rule(NewPassword)),
  confirmation: password(
    { id: 'confirm-password', label: t('Confirm password'), required: true, autoComplete: 'new-password' },
    filled(credentialTexts.confirmPassword),
  ),
}

const rules = [enteredTwice('password', 'confirmation')]

interface NewPasswordFormProps {
  readonly token: string
  readonly username: string
  /** `isUncertain`: an earlier try got no answer and so may have set the password. */
  readonly onDone: (result: ReplyOf<typeof setPassword>['result'], isUncertain: boolean) => void
}

/** The username is the one that the link is for. */
export function NewPasswordForm({ token, username, onDone }: NewPasswordFormProps) {
  const { form, onSubmit, refuse } = useForm(fields, { rules, hasNoSummary: true })
  const isUncertain = useRef(false)
  const save = useMutation({
    mutationFn: async (chosen: string) => (await send(setPassword, { body: { token, password: chosen } })).result,
    onSuccess: (result) => onDone(result, isUncertain.current),
    onError: (error) => {
      const cause = asProblem(error)
      isUncertain.current ||= cause.isUncertain
      refuse(cause.errors)
    },
  })
  const submit = onSubmit((typed) => save.mutate(typed.password))
  return (
    <form noValidate className={`${box.card} ${classes.form}`} onSubmit={submit}>
      {save.isError && asProblem(save.error).errors.length === 0 ? (
        <ProblemNotice problem={asProblem(save.error)} />
      ) : null}
      <div className={classes.fields}>
        {/* Tells password managers whose password this is. */}
        <TextField label={t('Username')} value={username} readOnly autoComplete="username" />
        <Fields form={form} of={fields} />
      </div>
      <Button type="submit" wide busy={save.isPending}>
        {save.isPending ? t('Please wait...') : t('Save password')}
      </Button>
    </form>
  )
}
