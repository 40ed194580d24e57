import { useState } from 'react'
import { Loading } from '#ui/loading.tsx'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { Retry } from '../retry.tsx'
import { ViewFrame } from '../view-frame.tsx'
import { AddUserForm } from './add-user-form.tsx'
import { CurrentUsers } from './current-users.tsx'
import { useRoles, useUsers } from './use-users.ts'

/** The administrators (A§2): the form that adds one, and the table of the others. */
export function UsersTab({ session }: ConsoleViewProps) {
  const { users, refresh } = useUsers(session.id)
  const roles = useRoles()
  // A form that has done its work is a new, empty one.
  const [added, setAdded] = useState(0)
  const failed = users.error ?? roles.error
  const isLoading = !failed && !(roles.data && users.data)
  const tryAgain = () => {
    void users.refetch()
    void roles.refetch()
  }
  return (
    <ViewFrame title={viewNames.users} lead="Who may log in to this console, and what each may do.">
      {failed ? <Retry error={failed} onTryAgain={tryAgain} /> : null}
      {/* With the table, not before it: what is on its way would be pushed down the page. */}
      {roles.data && !isLoading ? (
        <AddUserForm
          key={added}
          roles={roles.data}
          onAdded={() => {
            setAdded(added + 1)
            void refresh()
          }}
        />
      ) : null}
      {roles.data && users.data ? (
        <CurrentUsers users={users.data} roles={roles.data} onChanged={() => void refresh()} />
      ) : null}
      {isLoading ? <Loading what="Loading users" /> : null}
    </ViewFrame>
  )
}
