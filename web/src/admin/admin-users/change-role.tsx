import { type AdminUser, adminUsersTexts, updateAdminRole } from '@portal/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { asProblem, send } from '#api/send.ts'
import { ProblemNotice } from '#payment/problem-notice.tsx'
import { reloadPage } from '#session/reload-page.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField } from '#ui/field.tsx'
import layout from '#ui/form-layout.module.css'
import { ResultDialog } from '../result-dialog.tsx'
import { useServerErrorPopup } from '../use-server-error-popup.ts'
import type { Roles } from './use-users.ts'

interface ChangeRoleProps {
  readonly user: AdminUser
  readonly roles: Roles
  readonly onClose: () => void
}

/** Change Role (A§2, A§5). Closing the result reloads the page (A§8). */
export function ChangeRole({ user, roles, onClose }: ChangeRoleProps) {
  const [role, setRole] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [result, setResult] = useState<string | null>(null)
  const field = useRef<HTMLSelectElement>(null)
  const change = useMutation({
    mutationFn: async () => (await send(updateAdminRole, { body: { id: user.id, role, was: user.admin_role } })).result,
    onSuccess: ({ Description }) => setResult(`${Description}!`),
    onError: useServerErrorPopup(),
  })
  const problem = change.isError ? asProblem(change.error) : null
  if (result !== null) {
    return (
      <ResultDialog title={adminUsersTexts.changeRole} onClose={reloadPage}>
        <p>{result}</p>
      </ResultDialog>
    )
  }
  const submit = () => {
    setMissing(role === '')
    if (role === '') field.current?.focus()
    else change.mutate()
  }
  return (
    <Dialog
      open
      holdsForm
      title={`${adminUsersTexts.changeRole}: ${user.username}`}
      onClose={change.isPending ? undefined : onClose}
    >
      <form
        noValidate
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) submit()
        }}
      >
        {problem && !problem.isUncertain ? <ProblemNotice problem={problem} /> : null}
        <SelectField
          ref={field}
          label="New role"
          hint={`Now: ${user.role}`}
          required
          value={role}
          error={isMissing && role === '' ? adminUsersTexts.roleRequired : null}
          data={[
            { value: '', label: 'Select a role' },
            ...roles
              .filter(({ id }) => id !== user.admin_role)
              .map(({ id, admin_role }) => ({ value: String(id), label: admin_role })),
          ]}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
        <Button type="submit" wide busy={change.isPending}>
          {adminUsersTexts.changeRole}
        </Button>
      </form>
    </Dialog>
  )
}
