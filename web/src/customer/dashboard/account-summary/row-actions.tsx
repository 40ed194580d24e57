import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { BillIcon, ChartIcon, ClockIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './row-actions.module.css'

/** The dialogs that a row can open (C§2.5). */
export type RowDialog = 'bills' | 'consumption' | 'history'

interface RowActionsProps {
  readonly row: AccountSummaryRow
  readonly isTicked: boolean
  /** The id of the text that says why the account cannot be paid. */
  readonly blockedBecause: string | undefined
  readonly onToggle: (row: AccountSummaryRow) => void
  readonly onOpen: (dialog: RowDialog, row: AccountSummaryRow) => void
}

const more = [
  { dialog: 'bills', name: accountSummaryTexts.viewBill, Icon: BillIcon },
  { dialog: 'consumption', name: accountSummaryTexts.viewConsumption, Icon: ChartIcon },
  { dialog: 'history', name: accountSummaryTexts.paymentHistory, Icon: ClockIcon },
] as const

/** Make Payment or Cancel Payment, and for active accounts a menu with more (C§2.5). */
export function RowActions({ row, isTicked, blockedBecause, onToggle, onOpen }: RowActionsProps) {
  const action = isTicked ? accountSummaryTexts.cancelPayment : accountSummaryTexts.makePayment
  return (
    <div className={classes.actions}>
      <button
        type="button"
        aria-label={`${action}, account ${row.accID}`}
        className={`${outlined.button} ${classes.pay}`}
        data-ticked={isTicked || undefined}
        aria-disabled={blockedBecause ? true : undefined}
        aria-describedby={blockedBecause}
        onClick={() => (blockedBecause ? undefined : onToggle(row))}
      >
        {action}
      </button>
      {row.isActive ? (
        <div className={classes.more}>
          <Menu
            label="More"
            about={` about account ${row.accID}`}
            items={more.map(({ dialog, name, Icon }) => ({
              name,
              icon: <Icon />,
              onPress: () => onOpen(dialog, row),
            }))}
          />
        </div>
      ) : null}
    </div>
  )
}
