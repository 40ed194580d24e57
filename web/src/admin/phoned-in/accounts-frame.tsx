import type { ReactNode, Ref } from 'react'
import { CardFrame, ColumnHead, Table, TableBody, TableHead } from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import box from '#ui/page/card.module.css'
import classes from './account-table.module.css'

interface AccountsFrameProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly caption: string
  /** What ticking the first column does, for screen readers. */
  readonly tick: string
  /** Stands at the head of the first column; left out where the rows are cards. */
  readonly tickAll?: ReactNode
  /** The names of the other columns by their keys. */
  readonly columns: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** The table of accounts in both steps (A§2): the found ones, and those in the cart. */
export function AccountsFrame({ ref, caption, tick, tickAll, columns, children }: AccountsFrameProps) {
  return (
    <CardFrame ref={ref} className={box.card}>
      <Table className={shared.table}>
        <caption>{caption}</caption>
        <TableHead>
          <ColumnHead className={shared.tick}>
            <HiddenText>{tick}</HiddenText>
            {tickAll}
          </ColumnHead>
          {Object.entries(columns).map(([column, name]) => (
            <ColumnHead
              key={column}
              className={`${shared[column] ?? ''} ${classes[column] ?? ''}`}
              data-amount={column === 'amount' || undefined}
            >
              {name}
            </ColumnHead>
          ))}
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </CardFrame>
  )
}
