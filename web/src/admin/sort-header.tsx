import { SortIcon } from '#ui/icons.tsx'
import { ColumnHead } from '#ui/table.tsx'
import classes from './sort-header.module.css'

interface SortHeaderProps {
  /** What the column is called. */
  readonly name: string
  /** The column holds amounts, which end below each other. */
  readonly isAmount?: boolean
  /** How the rows stand by this column; null when they stand by another. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
}

/** The head of a column by which a table can be sorted: its button turns the order around. */
export function SortHeader({ name, isAmount, direction, onSort }: SortHeaderProps) {
  return (
    <ColumnHead data-amount={isAmount || undefined} aria-sort={direction ?? 'none'} className={classes.head}>
      <button type="button" className={classes.sort} onClick={onSort}>
        {name}
        <SortIcon size={16} />
      </button>
      {/* A table that does not show the button shows this, for who hears it. */}
      <span hidden>{name}</span>
    </ColumnHead>
  )
}
