import { type AdminUser, adminUsersTexts } from '@portal/contract/admin-users'
import { BinIcon, EditIcon, LockIcon, ShieldIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Cell, RowHead, TableRow } from '#ui/table/table.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './users.module.css'

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
            aria-label={`Select ${username}`}
            checked={isTicked}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        </label>
      </Cell>
      <RowHead>
        <LineBreaks>{username}</LineBreaks>
        {needsRename ? <p className={classes.muted}>{adminUsersTexts.needsRename}</p> : null}
      </RowHead>
      <Cell label="Email">
        <span className={classes.email}>
          <LineBreaks>{email}</LineBreaks>
        </span>
      </Cell>
      <Cell label="Role" className={classes.role}>
        {role}
      </Cell>
      <Cell className={classes.actions}>
        <div className={classes.buttons}>
          <Menu
            label="More"
            about={` for ${username}`}
            items={[
              { name: adminUsersTexts.changePassword, icon: <LockIcon />, onPress: onPassword },
              { name: adminUsersTexts.changeRole, icon: <ShieldIcon />, onPress: onRole },
              { name: adminUsersTexts.rename, icon: <EditIcon />, onPress: onRename },
            ]}
          />
          <button
            type="button"
            className={`${outlined.icon} ${classes.delete}`}
            aria-label={`Delete ${username}`}
            onClick={onDelete}
          >
            <BinIcon />
          </button>
        </div>
      </Cell>
    </TableRow>
  )
}
