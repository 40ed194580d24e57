import { SortIcon } from '#ui/icons.tsx'
import { ColumnHead } from '#ui/table/table.tsx'
import classes from './sort-header.module.css'

interface SortHeaderProps {
  /** The name of the column. */
  readonly name: string
  /** The column has amounts, which are aligned to the right. */
  readonly isAmount?: boolean
  /** How the rows are sorted by this column; null when by another. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
}

/** The heading of a sortable column; its button reverses the order. */
export function SortHeader({ name, isAmount, direction, onSort }: SortHeaderProps) {
  return (
    <ColumnHead data-amount={isAmount || undefined} aria-sort={direction ?? 'none'} className={classes.head}>
      <button type="button" className={classes.sort} onClick={onSort}>
        {name}
        <SortIcon size={16} />
      </button>
      {/* Names the column where the button is not shown: to screen readers on cards, and on paper. */}
      <span hidden>{name}</span>
    </ColumnHead>
  )
}
