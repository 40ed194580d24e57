import { type ComponentProps, Fragment, type Key, type ReactNode } from 'react'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import box from '#ui/page/card.module.css'
import classes from './console-list.module.css'

/** One column of a list of the console. */
export interface Column<Row> {
  /** Its heading; on a card, where there are no headings, it stands before the value. */
  readonly name: string
  /** What stands before the value, where that is another word. */
  readonly label?: string
  readonly value: (row: Row) => ReactNode
  /**
   * `head` identifies the row, `amount` is what it comes to, `figure` any other number; the heading of `actions` is for
   * screen readers alone.
   */
  readonly kind?: 'head' | 'amount' | 'figure' | 'actions'
  /** Words of a machine, which may break anywhere. */
  readonly isLong?: true
  /** The value speaks for itself on a card. */
  readonly isPlain?: boolean | ((row: Row) => boolean)
  /** On a card, only screen readers find it. */
  readonly isRare?: true
  readonly className?: string | undefined
}

interface ColumnTableProps<Row, Of extends Column<Row> = Column<Row>> extends ComponentProps<'table'> {
  readonly columns: readonly Of[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => Key
  readonly caption?: ReactNode
  /** Instead of the heading of a column. */
  readonly heading?: (column: Of) => ReactNode
}

/** A table of columns that are data. */
export function ColumnTable<Row, Of extends Column<Row>>(props: ColumnTableProps<Row, Of>) {
  const { columns, rows, keyOf, caption, heading, ...table } = props
  return (
    <Table {...table}>
      {caption}
      <TableHead>
        {columns.map((column) => (
          <Fragment key={column.name}>{heading?.(column) ?? <Heading column={column} />}</Fragment>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={keyOf(row)}>
            {columns.map((column) => (
              <Value key={column.name} column={column} row={row} />
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Heading<Row>({ column: { name, kind } }: { readonly column: Column<Row> }) {
  if (kind === 'actions') {
    return (
      <ColumnHead>
        <HiddenText>{name}</HiddenText>
      </ColumnHead>
    )
  }
  if (kind === 'amount') return <ColumnHead data-amount>{name}</ColumnHead>
  return <ColumnHead className={kind === 'figure' ? classes.figure : undefined}>{name}</ColumnHead>
}

function Value<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { name, label = name, kind, isLong, isPlain = false, isRare, className } = column
  const value = column.value(row)
  const look = className ?? (kind === 'figure' ? classes.figure : isLong && classes.long)
  if (kind === 'head') return <RowHead className={look}>{value}</RowHead>
  if (kind === 'amount') {
    return (
      <Cell data-amount className={look}>
        {value}
      </Cell>
    )
  }
  const isBare = kind === 'actions' || isRare || (typeof isPlain === 'function' ? isPlain(row) : isPlain)
  return (
    <Cell label={isBare ? undefined : label} data-rare={isRare} className={look}>
      {value}
    </Cell>
  )
}

/** Few columns, values of any length, many columns of money; without a card around them, few columns or many. */
const looks = {
  short: `${box.card} ${classes.frame} ${classes.short}`,
  words: `${box.card} ${classes.frame} ${classes.words}`,
  figures: `${box.card} ${classes.frame} ${classes.figures}`,
  framed: classes.framed,
  framedWide: `${classes.framed} ${classes.wide}`,
} as const

interface ListTableProps<Row> extends ColumnTableProps<Row> {
  readonly look: keyof typeof looks
}

/** The table of a list; where it is narrow, each row is a card. */
export function ListTable<Row>({ look, ...table }: ListTableProps<Row>) {
  return (
    <CardFrame data-lines={look.startsWith('framed') ? undefined : true} className={looks[look]}>
      <ColumnTable {...table} className={classes.table} />
    </CardFrame>
  )
}

/** Below a value, in small print. */
export function Note({ isClose = false, children }: { readonly isClose?: boolean; readonly children: ReactNode }) {
  return <span className={isClose ? `${classes.note} ${classes.close}` : classes.note}>{children}</span>
}
