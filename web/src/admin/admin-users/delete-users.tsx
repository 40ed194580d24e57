import { type AdminUser, adminUsersTexts, deleteAdmin } from '@portal/contract/admin-users'
import { send } from '#api/send.ts'
import { DeleteDialog } from '../view-parts/delete-dialog.tsx'

interface DeleteUsersProps {
  readonly users: readonly AdminUser[]
  readonly onClose: () => void
  /** Called when at least one has been deleted. */
  readonly onDeleted: () => void
}

/** Asks before deleting administrators (A§2). */
export function DeleteUsers({ users, onClose, onDeleted }: DeleteUsersProps) {
  return (
    <DeleteDialog
      items={users.map(({ id, username, role }) => ({ id, name: username, about: role }))}
      nouns={['user', 'users']}
      deletedText={adminUsersTexts.deleted}
      deleteOne={async (id) => await send(deleteAdmin, { body: { id } })}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      They will be logged out and can no longer log in. Their actions stay in the audit log.
    </DeleteDialog>
  )
}
