import { accountSummaryTexts, accountsWithoutSearch, payAll, payAllFound } from '@portal/contract/account-summary'
import type { AccountNumber } from '@portal/contract/ids'
import { TryAgain } from '#ui/button/button.tsx'
import {
  CardFrame,
  Cell,
  ColumnHead,
  RowHead,
  Table,
  TableBody,
  TableHead,
  TableRow,
  TickAll,
} from '#ui/table/table.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import type { ShownRow } from '../accounts/use-accounts.ts'
import { AccountRow, type RowHandlers } from './account-row.tsx'
import { summaryId } from './summary-status.tsx'
import { allTicked, areOwingTicked, tickOf, type Ticks } from './ticks.ts'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import classes from './account-table.module.css'

interface AccountTableProps extends RowHandlers {
  /** The page of the list that is shown. */
  readonly rows: readonly ShownRow[]
  /** What a search and a filter left. */
  readonly listed: readonly ShownRow[]
  /** Whether the customer has no other account: it is shown as a card at any width. */
  readonly isOnly: boolean
  /** Whether those are not all. */
  readonly isNarrowed: boolean
  readonly ticks: Ticks
  /** Whether amounts that prevent the checkout are marked as errors. */
  readonly marksWrong: boolean
  /** Ticks or unticks all rows that are listed. */
  readonly onAll: (isTicked: boolean) => void
  readonly onRetry: () => void
  readonly isRetrying: boolean
}

/** 'Your Account Summary' (C§2.5): a table on wide screens, a card for each account on narrow ones. */
export function AccountTable(props: AccountTableProps) {
  const { rows, listed, isOnly, isNarrowed, ticks, marksWrong, onAll, onRetry, isRetrying, ...handlers } = props
  return (
    <CardFrame
      className={classes.frame}
      data-many={rows.length > accountsWithoutSearch || undefined}
      data-only={isOnly || undefined}
      hidden={listed.length === 0}
    >
      <Table className={`${shared.table} ${classes.table}`} aria-labelledby={summaryId}>
        <TableHead>
          <ColumnHead className={`${shared.tick} ${classes.tick}`}>
            {isOnly ? (
              <HiddenText>{t('Pay')}</HiddenText>
            ) : (
              <CheckAll
                name={isNarrowed ? t(payAllFound) : t(payAll)}
                state={allTicked(ticks, listed)}
                onChange={() => onAll(!areOwingTicked(ticks, listed))}
              />
            )}
          </ColumnHead>
          {Object.entries(accountSummaryTexts.columns).map(([column, name]) => (
            <ColumnHead
              key={column}
              className={`${shared[column] ?? ''} ${classes[column] ?? ''}`}
              data-amount={column === 'amount' || undefined}
            >
              {t<string>(name)}
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
  readonly name: string
  readonly state: 'all' | 'some' | 'none'
  readonly onChange: () => void
}

function CheckAll({ name, state, onChange }: CheckAllProps) {
  return (
    <label>
      <TickAll aria-label={name} state={state} onChange={onChange} />
      <span className={classes.checkAll}>{name}</span>
    </label>
  )
}

interface MissingRowProps {
  readonly number: AccountNumber
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
        {t('We couldn’t load this account.')}
        <TryAgain busy={isRetrying} onClick={onRetry} />
      </Cell>
    </TableRow>
  )
}
