import { type AdminUser, adminUsersTexts, deleteAdmin } from '@portal/contract/admin-users'
import { useState } from 'react'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { BinIcon, EditIcon, LockIcon, ShieldIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import {
  CardFrame,
  Cell,
  ColumnHead,
  RowHead,
  Table,
  TableBody,
  TableHead,
  TableRow,
  TickAll,
  withTick,
} from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { DeleteDialog } from '../view-parts/delete-dialog.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import { ChangePassword, ChangeRole, ChangeUsername } from './change-user.tsx'
import type { Roles } from './use-users.ts'
import outlined from '#ui/button/outlined-button.module.css'
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
      <h2 id="current-users">{t(adminUsersTexts.currentUsers)}</h2>
      {users.length === 0 ? <p className={classes.muted}>{t('No other users yet.')}</p> : null}
      {users.length > 0 ? (
        <>
          <div className={classes.toolbar} data-no-print>
            <SelectAll count={ticked.length} all={users.length} onToggle={(all) => setTicks(idsOf(all ? users : []))} />
            <Button
              look="secondary"
              blocked={ticked.length === 0}
              onClick={() => setOpen({ kind: 'delete', users: ticked })}
            >
              {t(adminUsersTexts.deleteSelected)}
            </Button>
          </div>
          <CardFrame className={classes.frame}>
            <Table className={classes.table} aria-labelledby="current-users">
              <TableHead>
                <ColumnHead className={classes.tick}>
                  <HiddenText>{t('Select')}</HiddenText>
                </ColumnHead>
                <ColumnHead>{t('Username')}</ColumnHead>
                <ColumnHead>{t('Email')}</ColumnHead>
                <ColumnHead>{t('Role')}</ColumnHead>
                <ColumnHead className={classes.actions}>{t('Actions')}</ColumnHead>
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
      {t('Select all')}
      <span className={classes.muted} role="status">
        {count > 0 ? t('{count} selected', { count }) : ''}
      </span>
    </label>
  )
}

function idsOf(users: readonly AdminUser[]): ReadonlySet<number> {
  return new Set(users.map(({ id }) => id))
}

interface UserRowProps {
  readonly user: AdminUser
  readonly isTicked: boolean
  readonly onTick: (isTicked: boolean) => void
  readonly onPassword: () => void
  readonly onRole: () => void
  readonly onRename: () => void
  readonly onDelete: () => void
}

/** One administrator in the table (A§2). */
export function UserRow({ user, isTicked, onTick, onPassword, onRole, onRename, onDelete }: UserRowProps) {
  const { username, needsRename, email, role } = user
  return (
    <TableRow data-ticked={isTicked || undefined}>
      <Cell className={classes.tick}>
        <label>
          <input
            type="checkbox"
            aria-label={t('Select {username}', { username })}
            checked={isTicked}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        </label>
      </Cell>
      <RowHead>
        <LineBreaks>{username}</LineBreaks>
        {needsRename ? (
          <p className={classes.muted}>
            {t('This username has characters that can be mistaken for others. Please change it.')}
          </p>
        ) : null}
      </RowHead>
      <Cell label={t('Email')}>
        <span className={classes.email}>
          <LineBreaks>{email}</LineBreaks>
        </span>
      </Cell>
      <Cell label={t('Role')} className={classes.role}>
        {role}
      </Cell>
      <Cell className={classes.actions}>
        <div className={classes.buttons}>
          <Menu
            label={t('More')}
            about={t(' for {username}', { username })}
            items={[
              { name: t(adminUsersTexts.changePassword), icon: <LockIcon />, onPress: onPassword },
              { name: t(adminUsersTexts.changeRole), icon: <ShieldIcon />, onPress: onRole },
              { name: t('Change Username'), icon: <EditIcon />, onPress: onRename },
            ]}
          />
          <button
            type="button"
            className={`${outlined.icon} ${classes.delete}`}
            aria-label={t('Delete {username}', { username })}
            onClick={onDelete}
          >
            <BinIcon />
          </button>
        </div>
      </Cell>
    </TableRow>
  )
}

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
      counted={(count) => plural(count, '1 user', '{count} users')}
      deletedText={t(adminUsersTexts.deleted)}
      deleteOne={async (id) => await send(deleteAdmin, { body: { id } })}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {t('They will be logged out and can no longer log in. Their actions stay in the audit log.')}
    </DeleteDialog>
  )
}
