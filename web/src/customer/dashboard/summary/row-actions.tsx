import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { useCallback, useId, useRef, useState } from 'react'
import { HiddenText } from '#ui/hidden-text.tsx'
import { BillIcon, ChartIcon, ClockIcon, DownIcon } from '#ui/icons.tsx'
import { useDismiss } from '#ui/use-dismiss.ts'
import type { RowDialog } from './account-row.tsx'
import classes from './row-actions.module.css'

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

/** Make Payment or Cancel Payment, and what else there is for active accounts (C§2.5). */
export function RowActions({ row, isTicked, blockedBecause, onToggle, onOpen }: RowActionsProps) {
  return (
    <div className={classes.actions}>
      <button
        type="button"
        className={classes.pay}
        data-ticked={isTicked || undefined}
        aria-disabled={blockedBecause ? true : undefined}
        aria-describedby={blockedBecause}
        onClick={() => (blockedBecause ? undefined : onToggle(row))}
      >
        {isTicked ? accountSummaryTexts.cancelPayment : accountSummaryTexts.makePayment}
        <HiddenText>, account {row.accID}</HiddenText>
      </button>
      {row.isActive ? <More account={row.accID} onOpen={(dialog) => onOpen(dialog, row)} /> : null}
    </div>
  )
}

interface MoreProps {
  readonly account: string
  readonly onOpen: (dialog: RowDialog) => void
}

function More({ account, onOpen }: MoreProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const close = useCallback((byEscape: boolean) => {
    setOpen(false)
    if (byEscape) opener.current?.focus()
  }, [])
  useDismiss(box, isOpen, close)
  return (
    <div ref={box} className={classes.more}>
      <button
        ref={opener}
        type="button"
        className={classes.opener}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        More
        <HiddenText> about account {account}</HiddenText>
        <DownIcon size={16} />
      </button>
      {isOpen ? (
        <ul id={listId} className={classes.list}>
          {more.map(({ dialog, name, Icon }) => (
            <li key={dialog}>
              <button
                type="button"
                onClick={() => {
                  // The dialog gives the focus back to what had it.
                  opener.current?.focus()
                  setOpen(false)
                  onOpen(dialog)
                }}
              >
                <Icon />
                {name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
