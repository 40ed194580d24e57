import type { ComponentProps } from 'react'
import { SortIcon } from '#ui/icons.tsx'
import classes from '#ui/table/table.module.css'

/**
 * The container of a table whose rows turn into cards where it is narrower than `--cards-below` of its style sheet.
 * With `data-lines`, for use inside a card, the rows are separated by lines only.
 */
export function CardFrame({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`${classes.cards} ${className}`} />
}

/**
 * A table. All its parts have explicit roles: on a narrow screen the rows may be cards, and browsers drop the table
 * semantics of elements that are not laid out as a table. Cells with `data-rare` are not seen on cards.
 */
export function Table({ className = '', ...rest }: ComponentProps<'table'>) {
  return <table {...roles.table} {...rest} className={`${classes.table} ${className}`} />
}

/** The row of column headings. */
export function TableHead({ children }: ComponentProps<'thead'>) {
  return (
    <thead {...roles.rows}>
      <TableRow>{children}</TableRow>
    </thead>
  )
}

/** A column heading. */
export function ColumnHead(props: ComponentProps<'th'>) {
  return <th {...roles.columnHead} {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...roles.rows} {...props} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...roles.row} {...props} />
}

/** The cell that identifies its row. */
export function RowHead(props: ComponentProps<'th'>) {
  return <th {...roles.rowHead} {...props} />
}

interface CellProps extends ComponentProps<'td'> {
  /**
   * The cell's label when its row is shown as a card, without column headings; omitted where the value speaks for
   * itself.
   */
  readonly label?: string | undefined
}

export function Cell({ label, ...rest }: CellProps) {
  return <td {...roles.cell} data-label={label} {...rest} />
}

/** The totals of the rows. */
export function TableFoot(props: ComponentProps<'tfoot'>) {
  return <tfoot {...roles.rows} {...props} />
}

const roles = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
} as const

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

interface TickAllProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref'> {
  /** How many of the checkboxes below are ticked. */
  readonly state: 'all' | 'some' | 'none'
}

/**
 * A checkbox that ticks all those below it. While only some are ticked it is indeterminate, which can only be set by
 * script.
 */
export function TickAll({ state, ...box }: TickAllProps) {
  return (
    <input
      {...box}
      ref={(element) => {
        if (element) element.indeterminate = state === 'some'
      }}
      type="checkbox"
      checked={state === 'all'}
    />
  )
}

/** Returns the ticked ids with one added or removed. */
export function withTick(ids: ReadonlySet<number>, id: number, isTicked: boolean): ReadonlySet<number> {
  const changed = new Set(ids)
  if (isTicked) changed.add(id)
  else changed.delete(id)
  return changed
}
