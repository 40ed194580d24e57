import { type AdminUser, adminUsersTexts, deleteAdmin } from '@portal/contract/admin-users'
import { useMutation } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { serverError } from '../server-error.ts'
import classes from './users.module.css'

interface DeleteUsersProps {
  readonly users: readonly AdminUser[]
  readonly onClose: () => void
  /** At least one is gone. */
  readonly onDeleted: () => void
}

/** Somebody who could not be deleted, and why. */
interface Kept {
  readonly username: string
  readonly reason: string
}

/** Asks before deleting, by name, and says of each who could not be deleted why (A§2, A§8). */
export function DeleteUsers({ users, onClose, onDeleted }: DeleteUsersProps) {
  const popup = usePopup()
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: async () => await deleteEach(users),
    onSuccess: (kept) => {
      if (kept.length < users.length) onDeleted()
      if (kept.length > 0) return
      onClose()
      popup.show({ kind: 'success', message: adminUsersTexts.deleted })
    },
  })
  const count = users.length === 1 ? '1 user' : `${users.length} users`
  if (remove.data) return <Outcome all={users.length} kept={remove.data} onClose={onClose} />
  return (
    <Dialog
      open
      urgent
      title={`Delete ${count}?`}
      {...(remove.isPending ? {} : { onClose })}
      actions={
        <>
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            Delete {count}
          </Button>
          <Button look="secondary" blocked={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <ul className={classes.names}>
        {users.map(({ id, username, role }) => (
          <li key={id}>
            <strong>{username}</strong>, {role}
          </li>
        ))}
      </ul>
      <p>They are logged out at once and cannot log in any more. What they have done stays in the audit log.</p>
    </Dialog>
  )
}

interface OutcomeProps {
  readonly all: number
  readonly kept: readonly Kept[]
  readonly onClose: () => void
}

function Outcome({ all, kept, onClose }: OutcomeProps) {
  return (
    <Dialog open urgent title="Not all were deleted" onClose={onClose} actions={<Button onClick={onClose}>OK</Button>}>
      <Notice tone="error" title={`${all - kept.length} of ${all} deleted. Not deleted:`}>
        <ul>
          {kept.map(({ username, reason }) => (
            <li key={username}>
              <strong>{username}</strong>: {reason}
            </li>
          ))}
        </ul>
      </Notice>
    </Dialog>
  )
}

/** One call per user (A§7); one that fails does not keep the others. */
async function deleteEach(users: readonly AdminUser[]): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const { id, username } of users) {
    const reason = await deleteOne(id)
    if (reason !== null) kept.push({ username, reason })
  }
  return kept
}

async function deleteOne(id: number): Promise<string | null> {
  try {
    const reply = await send(deleteAdmin, { body: { id } })
    return reply.result === 'Success' ? null : reply.description
  } catch (error) {
    return serverError(error).message
  }
}
