import { type AdminUser, adminUsersTexts } from '@portal/contract/admin-users'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { CardFrame, ColumnHead, Table, TableBody, TableHead } from '#ui/table/table.tsx'
import { TickAll } from '#ui/table/tick-all.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { withTick } from '../view-parts/tick-set.ts'
import { ChangePassword } from './change-password.tsx'
import { ChangeRole } from './change-role.tsx'
import { ChangeUsername } from './change-username.tsx'
import { DeleteUsers } from './delete-users.tsx'
import type { Roles } from './use-users.ts'
import { UserRow } from './user-row.tsx'
import box from '#ui/page/card.module.css'
import classes from './users.module.css'

interface CurrentUsersProps {
  /** Without the signed-in administrator. */
  readonly users: readonly AdminUser[]
  readonly roles: Roles
  /** Called when a user has been deleted or renamed. */
  readonly onChanged: () => void
}

/** The open dialog. */
type Open =
  | { readonly kind: 'password' | 'role' | 'rename'; readonly user: AdminUser }
  | { readonly kind: 'delete'; readonly users: readonly AdminUser[] }

/** Current Users (A§2); 'Select all' and the checkboxes of the rows stay in sync. */
export function CurrentUsers({ users, roles, onChanged }: CurrentUsersProps) {
  const [ticks, setTicks] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<Open | null>(null)
  const ticked = users.filter(({ id }) => ticks.has(id))
  const close = () => setOpen(null)
  return (
    <section className={box.card} aria-labelledby="current-users">
      <h2 id="current-users">{adminUsersTexts.currentUsers}</h2>
      {users.length === 0 ? <p className={classes.muted}>No other users yet.</p> : null}
      {users.length > 0 ? (
        <>
          <div className={classes.toolbar} data-no-print>
            <SelectAll count={ticked.length} all={users.length} onToggle={(all) => setTicks(idsOf(all ? users : []))} />
            <Button
              look="secondary"
              blocked={ticked.length === 0}
              onClick={() => setOpen({ kind: 'delete', users: ticked })}
            >
              {adminUsersTexts.deleteSelected}
            </Button>
          </div>
          <CardFrame className={classes.frame}>
            <Table className={classes.table} aria-labelledby="current-users">
              <TableHead>
                <ColumnHead className={classes.tick}>
                  <HiddenText>Select</HiddenText>
                </ColumnHead>
                <ColumnHead>Username</ColumnHead>
                <ColumnHead>Email</ColumnHead>
                <ColumnHead>Role</ColumnHead>
                <ColumnHead className={classes.actions}>Actions</ColumnHead>
              </TableHead>
              <TableBody>
                {users.map((user) => (
                  <UserRow
                    key={user.id}
                    user={user}
                    isTicked={ticks.has(user.id)}
                    onTick={(isTicked) => setTicks(withTick(ticks, user.id, isTicked))}
                    onPassword={() => setOpen({ kind: 'password', user })}
                    onRole={() => setOpen({ kind: 'role', user })}
                    onRename={() => setOpen({ kind: 'rename', user })}
                    onDelete={() => setOpen({ kind: 'delete', users: [user] })}
                  />
                ))}
              </TableBody>
            </Table>
          </CardFrame>
        </>
      ) : null}
      {open?.kind === 'password' ? <ChangePassword user={open.user} onClose={close} /> : null}
      {open?.kind === 'role' ? <ChangeRole user={open.user} roles={roles} onClose={close} /> : null}
      {open?.kind === 'rename' ? <ChangeUsername user={open.user} onClose={close} onChanged={onChanged} /> : null}
      {open?.kind === 'delete' ? <DeleteUsers users={open.users} onClose={close} onDeleted={onChanged} /> : null}
    </section>
  )
}

interface SelectAllProps {
  /** How many are ticked… */
  readonly count: number
  /** …and how many there are. */
  readonly all: number
  readonly onToggle: (isOn: boolean) => void
}

function SelectAll({ count, all, onToggle }: SelectAllProps) {
  const fewer = count > 0 ? 'some' : 'none'
  return (
    <label className={classes.tick}>
      <TickAll state={count === all ? 'all' : fewer} onChange={(event) => onToggle(event.currentTarget.checked)} />
      Select all
      <span className={classes.muted} role="status">
        {count > 0 ? `${count} selected` : ''}
      </span>
    </label>
  )
}

function idsOf(users: readonly AdminUser[]): ReadonlySet<number> {
  return new Set(users.map(({ id }) => id))
}
