import { SortIcon } from '#ui/icons.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import classes from './sort-header.module.css'

interface SortHeaderProps {
  /** What the column is called. */
  readonly name: string
  /** How the rows stand by this column; null when they stand by another. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
}

/** The head of a column by which a table can be sorted: its button turns the order around. */
export function SortHeader({ name, direction, onSort }: SortHeaderProps) {
  return (
    <th {...tableRoles.columnHead} aria-sort={direction ?? 'none'} className={classes.head}>
      <button type="button" className={classes.sort} onClick={onSort}>
        {name}
        <SortIcon size={16} />
      </button>
      {/* A table that does not show the button shows this, for who hears it. */}
      <span hidden>{name}</span>
    </th>
  )
}
