import type { ComponentProps } from 'react'
import classes from './table.module.css'

/**
 * What holds a table whose rows are cards where there is less room than `--cards-below` of its style sheet says. With
 * `data-lines` there are lines between the cards, for those that stand in a card themselves.
 */
export function CardFrame({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`${classes.cards} ${className}`} />
}

/**
 * The parts of every table. Each says what it is: on a narrow screen the rows may be cards, and browsers drop what a
 * table means when it is not laid out as one.
 */
export function Table({ className = '', ...rest }: ComponentProps<'table'>) {
  return <table {...roles.table} {...rest} className={`${classes.table} ${className}`} />
}

/** The names of the columns, one row of them. */
export function TableHead({ children }: ComponentProps<'thead'>) {
  return (
    <thead {...roles.rows}>
      <TableRow>{children}</TableRow>
    </thead>
  )
}

/** The name of a column. */
export function ColumnHead(props: ComponentProps<'th'>) {
  return <th {...roles.columnHead} {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...roles.rows} {...props} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...roles.row} {...props} />
}

/** What tells a row from the others. */
export function RowHead(props: ComponentProps<'th'>) {
  return <th {...roles.rowHead} {...props} />
}

interface CellProps extends ComponentProps<'td'> {
  /** What a card calls the cell, where there is no head of the table to say it; none for what speaks for itself. */
  readonly label?: string | undefined
}

export function Cell({ label, ...rest }: CellProps) {
  return <td {...roles.cell} data-label={label} {...rest} />
}

/** What the rows come to. */
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
