import type { ReplyOf } from '@portal/contract/call'
import { credentialTexts, NewPassword, typedTwice } from '@portal/contract/credentials'
import { setPassword } from '@portal/contract/forgot'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { TextField } from '#ui/form/field.tsx'
import { NewPasswordFields } from '#ui/form/password-field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import classes from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'

const fieldIds = { password: 'new-password', confirmation: 'confirm-password' } as const

/** The rules of C§5; the server checks them again. */
const check = checkBySchema(
  z
    .object({ password: NewPassword, confirmation: z.string().min(1, credentialTexts.confirmPassword) })
    .refine(...typedTwice('password', 'confirmation')),
)

interface NewPasswordFormProps {
  readonly token: string
  readonly username: string
  /** Called with the outcome, and whether an earlier try got no answer and so may have set the password. */
  readonly onDone: (result: ReplyOf<typeof setPassword>['result'], isUncertain: boolean) => void
}

/** The form for a new password, entered twice, of the username that the link is for. */
export function NewPasswordForm({ token, username, onDone }: NewPasswordFormProps) {
  const { form, onSubmit, refuse } = useCheckedForm({
    initialValues: { password: '', confirmation: '' },
    check,
    fieldIds,
    hasNoSummary: true,
  })
  const isUncertain = useRef(false)
  const save = useMutation({
    mutationFn: async (password: string) => (await send(setPassword, { body: { token, password } })).result,
    onSuccess: (result) => onDone(result, isUncertain.current),
    onError: (error) => {
      const cause = asProblem(error)
      isUncertain.current ||= cause.isUncertain
      refuse(cause.errors)
    },
  })
  const submit = onSubmit(({ password }) => save.mutate(password))
  return (
    <form noValidate className={`${box.card} ${classes.form}`} onSubmit={submit}>
      {save.isError && asProblem(save.error).errors.length === 0 ? (
        <ProblemNotice problem={asProblem(save.error)} />
      ) : null}
      <div className={classes.fields}>
        {/* Tells password managers whose password this is. */}
        <TextField label="Username" value={username} readOnly autoComplete="username" />
        <NewPasswordFields
          password={{ id: fieldIds.password, ...form.getInputProps('password') }}
          confirm={{ id: fieldIds.confirmation, ...form.getInputProps('confirmation') }}
        />
      </div>
      <Button type="submit" wide busy={save.isPending}>
        {save.isPending ? 'Please wait...' : 'Save password'}
      </Button>
    </form>
  )
}
