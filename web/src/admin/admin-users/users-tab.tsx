import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import { AddUserForm } from './add-user-form.tsx'
import { ChangeUsername } from './change-user.tsx'
import { CurrentUsers } from './current-users.tsx'
import { useRoles, useUsers } from './use-users.ts'

/** The administrators (A§2): a form to add one, and the table of the others. */
export function UsersTab({ session, onChanged }: ConsoleViewProps) {
  const { users, refresh } = useUsers(session.id)
  const roles = useRoles()
  // Counted to start a new, empty form after each added user.
  const [added, setAdded] = useState(0)
  const [isRenaming, setRenaming] = useState(false)
  const failed = users.error ?? roles.error
  const isLoading = !failed && !(roles.data && users.data)
  const tryAgain = () => {
    void users.refetch()
    void roles.refetch()
  }
  return (
    <ViewFrame title={t(viewNames.users)} lead={t('People who can log in to this console, and their roles.')}>
      {session.needsRename ? (
        <Notice
          tone="warning"
          title={t('This username has characters that can be mistaken for others. Please change it.')}
        >
          <Button look="secondary" onClick={() => setRenaming(true)}>
            {t('Change Username')}
          </Button>
        </Notice>
      ) : null}
      {isRenaming ? <ChangeUsername user={session} onClose={() => setRenaming(false)} onChanged={onChanged} /> : null}
      {failed ? <Retry error={failed} onTryAgain={tryAgain} /> : null}
      {/* Shown together with the table: appearing earlier, it would push the placeholder down. */}
      {roles.data && !isLoading ? (
        <AddUserForm
          key={added}
          roles={roles.data}
          onAdded={() => {
            setAdded((count) => count + 1)
            void refresh()
          }}
        />
      ) : null}
      {roles.data && users.data ? (
        <CurrentUsers users={users.data} roles={roles.data} onChanged={() => void refresh()} />
      ) : null}
      {isLoading ? <Loading what={t('Loading users')} /> : null}
    </ViewFrame>
  )
}
