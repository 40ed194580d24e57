import { type AdminUser, adminUsersTexts, updateAdminRole } from '@portal/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { reloadPage } from '#session/reload-page.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { SelectField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { problemInForm } from '../view-parts/server-error.ts'
import { useShowFailure } from '../view-parts/use-show-failure.ts'
import { type Roles, roleChoices } from './use-users.ts'
import layout from '#ui/form/form-layout.module.css'

interface ChangeRoleProps {
  readonly user: AdminUser
  readonly roles: Roles
  readonly onClose: () => void
}

const fieldIds = { role: 'user-role' } as const
const check = checkBySchema(z.object({ role: z.string().min(1, adminUsersTexts.roleRequired) }))

/** Change Role (A§2, A§5). Closing the result reloads the page (A§8). */
export function ChangeRole({ user, roles, onClose }: ChangeRoleProps) {
  const [result, setResult] = useState<string | null>(null)
  const { form, onSubmit } = useCheckedForm({ initialValues: { role: '' }, check, fieldIds, hasNoSummary: true })
  const change = useMutation({
    mutationFn: async ({ role }: { role: string }) =>
      (await send(updateAdminRole, { body: { id: user.id, role, was: user.admin_role } })).result,
    onSuccess: ({ Description }) => setResult(`${Description}!`),
    onError: useShowFailure(),
  })
  const problem = problemInForm(change.error)
  if (result !== null) {
    return (
      <ResultDialog title={adminUsersTexts.changeRole} onClose={reloadPage}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog
      open
      holdsForm
      title={`${adminUsersTexts.changeRole}: ${user.username}`}
      onClose={change.isPending ? undefined : onClose}
    >
      <form noValidate className={layout.form} onSubmit={onSubmit((typed) => change.mutate(typed))}>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <SelectField
          id={fieldIds.role}
          label="New role"
          hint={`Current: ${user.role}`}
          required
          data={roleChoices(roles.filter(({ id }) => id !== user.admin_role))}
          {...form.getInputProps('role')}
        />
        <Button type="submit" wide busy={change.isPending}>
          {adminUsersTexts.changeRole}
        </Button>
      </form>
    </Dialog>
  )
}
