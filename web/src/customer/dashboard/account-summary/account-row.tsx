import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { accountSummaryTexts } from '@portal/contract/account-summary-texts'
import { formatInstant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { serviceLocationLimit, truncate } from '@portal/contract/text'
import { Link } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { dollars } from '#account/dollars.ts'
import { DueDate } from '#account/due-date.tsx'
import { paths } from '#paths.ts'
import { cannotPayReason } from '#payment/cannot-pay-reason.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { HiddenText } from '#ui/hidden-text.tsx'
import { BuildingIcon, HomeIcon } from '#ui/icons.tsx'
import { Toggletip } from '#ui/toggletip.tsx'
import type { ShownRow } from '../use-accounts.ts'
import classes from './account-table.module.css'
import { AmountToPay } from '#payment/amount-to-pay.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import { RowActions, type RowDialog } from './row-actions.tsx'

export interface RowHandlers {
  readonly onToggle: (row: AccountSummaryRow) => void
  readonly onAmount: (row: AccountSummaryRow, amount: Cents) => void
  readonly onOpen: (dialog: RowDialog, row: AccountSummaryRow) => void
}

interface AccountRowProps extends RowHandlers {
  readonly shown: ShownRow & { readonly row: AccountSummaryRow }
  readonly isTicked: boolean
  readonly amount: Cents
  /** The amount is what keeps the payment from going on. */
  readonly isWrong: boolean
  readonly isCard: boolean
}

/** One account of the table. Only rows whose own data change are drawn again: there may be hundreds. */
export const AccountRow = memo(function AccountRow(props: AccountRowProps) {
  const { shown, isTicked, amount, isWrong, isCard, onToggle, onAmount, onOpen } = props
  const { row } = shown
  const reason = cannotPayReason(row)
  const reasonId = useId()
  return (
    <tr {...tableRoles.row} data-ticked={isTicked || undefined}>
      <td {...tableRoles.cell} className={classes.tick}>
        <label>
          <input
            type="checkbox"
            aria-label={`Pay account ${row.accID}`}
            checked={isTicked}
            disabled={reason !== null}
            onChange={() => onToggle(row)}
          />
        </label>
      </td>
      <th {...tableRoles.rowHead} className={classes.account}>
        <Link to={paths.dashboard} search={{ view: 'account', account: row.accID }}>
          {row.accID}
        </Link>
        {row.isActive ? null : <span className={classes.badge}>Closed</span>}
      </th>
      <td {...tableRoles.cell} className={classes.type}>
        <AccountType className={row.className} isCard={isCard} />
      </td>
      <Location text={row.serviceLocation} isCard={isCard} />
      <td {...tableRoles.cell} className={classes.amount} data-label={accountSummaryTexts.columns[3]}>
        {dollars(row.amount)}
        {shown.isKept ? <KeptSince shown={shown} /> : null}
      </td>
      <td {...tableRoles.cell} className={classes.due} data-label={accountSummaryTexts.columns[4]}>
        <DueDate account={row} />
      </td>
      <td {...tableRoles.cell} className={classes.actions}>
        <RowActions
          row={row}
          isTicked={isTicked}
          blockedBecause={reason ? reasonId : undefined}
          onToggle={onToggle}
          onOpen={onOpen}
        />
        {reason ? (
          <p id={reasonId} className={classes.reason}>
            {reason}
          </p>
        ) : null}
      </td>
      <td {...tableRoles.cell} className={classes.toPay} data-label={accountSummaryTexts.columns[6]}>
        <AmountToPay
          label={`${accountSummaryTexts.columns[6]}, account ${row.accID}`}
          error={isWrong ? 'Must be greater than zero.' : null}
          isEditable={isTicked}
          amount={amount}
          onChange={(typed) => onAmount(row, typed)}
        />
      </td>
    </tr>
  )
})

function AccountType({ className, isCard }: { readonly className: string; readonly isCard: boolean }) {
  const isResidential = className === 'RESID'
  const Icon = isResidential ? HomeIcon : BuildingIcon
  const name = isResidential ? 'Residential' : 'Non-residential'
  return (
    <span className={classes.kind} title={isCard ? undefined : name}>
      <Icon />
      {isCard ? name : <HiddenText>{name}</HiddenText>}
    </span>
  )
}

/** Cut in the table, whole on cards and on paper. */
function Location({ text, isCard }: { readonly text: string; readonly isCard: boolean }) {
  const short = truncate(text, serviceLocationLimit)
  if (isCard || short === text)
    return (
      <td {...tableRoles.cell} className={classes.location}>
        {text}
      </td>
    )
  return (
    <td {...tableRoles.cell} className={classes.location} data-whole={text}>
      <Toggletip full={text}>{short}</Toggletip>
    </td>
  )
}

function KeptSince({ shown }: { readonly shown: Extract<ShownRow, { row: AccountSummaryRow }> }) {
  const { profile } = usePortalStart()
  return <span className={classes.kept}>as of {formatInstant(profile.timeZone, shown.asOf)}</span>
}
