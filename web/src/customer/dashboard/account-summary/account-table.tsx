import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { TryAgain } from '#ui/button.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table.tsx'
import { TickAll } from '#ui/tick-all.tsx'
import type { ShownRow } from '../use-accounts.ts'
import { AccountRow, type RowHandlers } from './account-row.tsx'
import shared from '#payment/accounts-to-pay.module.css'
import classes from './account-table.module.css'
import { allTicked, tickOf, type Ticks } from './ticks.ts'

interface AccountTableProps extends RowHandlers {
  readonly rows: readonly ShownRow[]
  readonly ticks: Ticks
  /** Whether amounts that prevent the checkout are marked as errors. */
  readonly marksWrong: boolean
  readonly onAll: (isTicked: boolean) => void
  readonly onRetry: () => void
  readonly isRetrying: boolean
}

/** 'Your Account Summary' (C§2.5): a table on wide screens, a card for each account on narrow ones. */
export function AccountTable({ rows, ticks, marksWrong, onAll, onRetry, isRetrying, ...handlers }: AccountTableProps) {
  return (
    <CardFrame className={classes.frame}>
      <Table className={`${shared.table} ${classes.table}`}>
        <caption>{accountSummaryTexts.caption}</caption>
        <TableHead>
          <ColumnHead className={`${shared.tick} ${classes.tick}`}>
            <CheckAll state={allTicked(ticks, rows)} onChange={onAll} />
          </ColumnHead>
          {Object.entries(accountSummaryTexts.columns).map(([column, name]) => (
            <ColumnHead
              key={column}
              className={`${shared[column] ?? ''} ${classes[column] ?? ''}`}
              data-amount={column === 'amount' || undefined}
            >
              {name}
            </ColumnHead>
          ))}
        </TableHead>
        <TableBody>
          {rows.map((shown) => {
            if (!shown.row) {
              return <MissingRow key={shown.accID} number={shown.accID} isRetrying={isRetrying} onRetry={onRetry} />
            }
            const { isTicked, amount } = tickOf(ticks, shown.row)
            return (
              <AccountRow
                {...handlers}
                key={shown.accID}
                shown={shown}
                isTicked={isTicked}
                amount={amount}
                isWrong={marksWrong && isTicked && amount <= 0}
              />
            )
          })}
        </TableBody>
      </Table>
    </CardFrame>
  )
}

interface CheckAllProps {
  readonly state: 'all' | 'some' | 'none'
  readonly onChange: (isTicked: boolean) => void
}

function CheckAll({ state, onChange }: CheckAllProps) {
  return (
    <label>
      <TickAll aria-label="Pay all accounts" state={state} onChange={() => onChange(state !== 'all')} />
      <span className={classes.checkAll}>Pay all accounts</span>
    </label>
  )
}

interface MissingRowProps {
  readonly number: AccountSummaryRow['accID']
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** An account that the billing system could not return just now. */
function MissingRow({ number, isRetrying, onRetry }: MissingRowProps) {
  return (
    <TableRow className={classes.missing}>
      <RowHead colSpan={2} className={classes.account}>
        {number}
      </RowHead>
      <Cell colSpan={6} className={classes.gap}>
        We could not load this account just now.
        <TryAgain busy={isRetrying} onClick={onRetry} />
      </Cell>
    </TableRow>
  )
}
