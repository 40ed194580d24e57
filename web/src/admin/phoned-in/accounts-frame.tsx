import type { ReactNode } from 'react'
import { HiddenText } from '#ui/hidden-text.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import classes from './account-table.module.css'

interface AccountsFrameProps {
  readonly caption: string
  /** What a tick in the first column does, for those who hear it. */
  readonly tick: string
  readonly columns: readonly string[]
  /** The last column is an amount to type. */
  readonly isCart?: boolean
  readonly children: ReactNode
}

/** The table of accounts in both steps (A§2): found ones, and those in the cart. */
export function AccountsFrame({ caption, tick, columns, isCart, children }: AccountsFrameProps) {
  return (
    <div className={classes.card}>
      <table {...tableRoles.table} className={classes.table} data-cart={isCart || undefined}>
        <caption className={classes.caption}>{caption}</caption>
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.columnHead} className={classes.tick}>
              <HiddenText>{tick}</HiddenText>
            </th>
            {columns.map((name) => (
              <th key={name} {...tableRoles.columnHead}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>{children}</tbody>
      </table>
    </div>
  )
}
