import { type AdminUser, adminUsersTexts, NewAdminUsername, renameAdmin } from '@portal/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { TextField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { problemInForm } from '../view-parts/server-error.ts'
import { useShowFailure } from '../view-parts/use-show-failure.ts'
import layout from '#ui/form/form-layout.module.css'

interface ChangeUsernameProps {
  readonly user: Pick<AdminUser, 'id' | 'username'>
  readonly onClose: () => void
  readonly onChanged: () => void
}

const fieldIds = { username: 'changed-username' } as const
const check = checkBySchema(z.object({ username: NewAdminUsername }))

/** Gives an administrator another username, such as one who has an unclear name. */
export function ChangeUsername({ user, onClose, onChanged }: ChangeUsernameProps) {
  const [result, setResult] = useState<string | null>(null)
  const { form, onSubmit, refuse } = useCheckedForm({
    initialValues: { username: '' },
    check,
    fieldIds,
    hasNoSummary: true,
  })
  const change = useMutation({
    mutationFn: async ({ username }: { username: string }) =>
      (await send(renameAdmin, { body: { id: user.id, username } })).result,
    onSuccess: ({ status, Description }) => {
      if (Description === adminUsersTexts.usernameTaken) {
        refuse([{ field: 'username', message: Description }])
        return
      }
      setResult(`${Description}!`)
      if (status === 'Success') onChanged()
    },
    onError: useShowFailure(refuse),
  })
  const problem = problemInForm(change.error)
  if (result !== null) {
    return (
      <ResultDialog title={adminUsersTexts.rename} onClose={onClose}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog
      open
      holdsForm
      title={`${adminUsersTexts.rename}: ${user.username}`}
      onClose={change.isPending ? undefined : onClose}
    >
      <form noValidate className={layout.form} onSubmit={onSubmit((typed) => change.mutate(typed))}>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <TextField
          id={fieldIds.username}
          label="New username"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <p className={layout.note}>The password and the log stay as they are.</p>
        <Button type="submit" wide busy={change.isPending}>
          {adminUsersTexts.rename}
        </Button>
      </form>
    </Dialog>
  )
}
