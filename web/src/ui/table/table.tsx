import type { ComponentProps } from 'react'
import { SortIcon } from '#ui/icons.tsx'
import classes from '#ui/table/table.module.css'

/** Rows turn into cards below the style sheet's `--cards-below`. With `data-lines`, lines separate the rows. */
export function CardFrame({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`${classes.cards} ${className}`} />
}

/** Explicit roles: rows may be cards, and browsers drop the semantics then. Cards hide cells with `data-rare`. */
export function Table({ className = '', ...rest }: ComponentProps<'table'>) {
  return <table {...roles.table} {...rest} className={`${classes.table} ${className}`} />
}

export function TableHead({ children }: ComponentProps<'thead'>) {
  return (
    <thead {...roles.rows}>
      <TableRow>{children}</TableRow>
    </thead>
  )
}

export function ColumnHead(props: ComponentProps<'th'>) {
  return <th {...roles.columnHead} {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...roles.rows} {...props} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...roles.row} {...props} />
}

/** Identifies its row. */
export function RowHead(props: ComponentProps<'th'>) {
  return <th {...roles.rowHead} {...props} />
}

interface CellProps extends ComponentProps<'td'> {
  /** For a card, without column headings; omitted where the value speaks for itself. */
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
  readonly name: string
  /** Amounts are aligned to the right. */
  readonly isAmount?: boolean
  /** Null when the rows are sorted by another column. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
}

/** The button reverses the order. */
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
  /** Of the checkboxes below. */
  readonly state: 'all' | 'some' | 'none'
}

/** While only some are ticked it is indeterminate, which can only be set by script. */
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

export function withTick(ids: ReadonlySet<number>, id: number, isTicked: boolean): ReadonlySet<number> {
  const changed = new Set(ids)
  if (isTicked) changed.add(id)
  else changed.delete(id)
  return changed
}
