import { type AccountSummaryRow, accountSummaryTexts } from '@portal/contract/account-summary'
import { formatInstant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { isDue } from '@portal/contract/owed'
import { Link } from '@tanstack/react-router'
import { memo, Suspense, useId } from 'react'
import { DueDate } from '#account/due-date.tsx'
import { ServiceLocation } from '#account/service-location.tsx'
import { SettledChip } from '#account/standing.tsx'
import { useLacks, usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { AmountToPay } from '#payment/accounts-to-pay/amount-to-pay.tsx'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import { BillIcon, BuildingIcon, ChartIcon, ClockIcon, HomeIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Cell, RowHead, TableRow } from '#ui/table/table.tsx'
import { dollars } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { ShownRow } from '../accounts/use-accounts.ts'
import shared from '#payment/accounts-to-pay/accounts-to-pay.module.css'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './account-table.module.css'

const AutopayMark = lazyComponent(async () => (await import('../autopay/autopay-news.tsx')).AutopayMark)

export interface RowHandlers {
  readonly onToggle: (row: AccountSummaryRow) => void
  readonly onAmount: (row: AccountSummaryRow, amount: Cents) => void
  readonly onOpen: (dialog: RowDialog, row: AccountSummaryRow) => void
}

interface RowProps extends RowHandlers {
  readonly shown: ShownRow & { readonly row: AccountSummaryRow }
  readonly isTicked: boolean
  readonly amount: Cents
  /** The amount prevents the checkout and is marked as an error. */
  readonly isWrong: boolean
}

/** One account of the table. Memoised, so that only rows whose own data change render again: there may be hundreds. */
export const AccountRow = memo(function AccountRow(props: RowProps) {
  const { shown, isTicked, amount, isWrong, onToggle, onAmount, onOpen } = props
  const { row } = shown
  const reason = cannotPayReason(row)
  const reasonId = useId()
  const { savesCards } = usePortalStart()
  return (
    <TableRow data-ticked={isTicked || undefined} data-settled={!isDue(row.amount) || undefined}>
      <Cell className={`${shared.tick} ${classes.tick}`}>
        <label>
          <input
            type="checkbox"
            aria-label={t('Pay account {accID}', { accID: row.accID })}
            checked={isTicked}
            disabled={reason !== null}
            onChange={() => onToggle(row)}
          />
        </label>
      </Cell>
      <RowHead className={classes.account}>
        <Link to={paths.dashboard} search={{ view: 'account', account: row.accID }}>
          {row.accID}
        </Link>
        {row.isActive || !isDue(row.amount) ? null : (
          <span className={`${shared.badge} ${classes.badge}`}>{t('Closed')}</span>
        )}
      </RowHead>
      <Cell className={classes.type}>
        <AccountType className={row.className} />
      </Cell>
      <Cell className={classes.location}>
        <ServiceLocation text={row.serviceLocation} />
        {savesCards ? (
          <Suspense>
            <AutopayMark account={row.accID} />
          </Suspense>
        ) : null}
      </Cell>
      <Cell className={classes.amount} data-amount label={t(accountSummaryTexts.columns.amount)}>
        {dollars(row.amount)}
        {shown.isKept ? <KeptSince shown={shown} /> : null}
      </Cell>
      <Cell
        className={classes.dueDate}
        // On a phone, a label with nothing beside it would look broken, and a chip needs none.
        label={row.dueDate && isDue(row.amount) ? t(accountSummaryTexts.columns.dueDate) : undefined}
      >
        {isDue(row.amount) ? <DueDate account={row} /> : <SettledChip account={row} />}
      </Cell>
      <Cell className={classes.actions}>
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
      </Cell>
      <Cell className={`${shared.toPay} ${classes.toPay}`} label={t(accountSummaryTexts.columns.toPay)}>
        <AmountToPay
          label={t('{toPay}, account {accID}', { toPay: t(accountSummaryTexts.columns.toPay), accID: row.accID })}
          isWrong={isWrong}
          isEditable={isTicked}
          amount={amount}
          onChange={(typed) => onAmount(row, typed)}
        />
      </Cell>
    </TableRow>
  )
})

function AccountType({ className }: { readonly className: string }) {
  const isResidential = className === 'RESID'
  const Icon = isResidential ? HomeIcon : BuildingIcon
  const name = isResidential ? t('Residential') : t('Non-residential')
  return (
    <span className={classes.kind} title={name}>
      <Icon />
      <HiddenText>{name}</HiddenText>
    </span>
  )
}

function KeptSince({ shown }: { readonly shown: Extract<ShownRow, { row: AccountSummaryRow }> }) {
  const { profile } = usePortalStart()
  return <span className={classes.kept}>{t('as of {asOf}', { asOf: formatInstant(profile, shown.asOf) })}</span>
}

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
  { dialog: 'bills', name: t(accountSummaryTexts.viewBill), Icon: BillIcon, needs: 'billDate' },
  { dialog: 'consumption', name: t(accountSummaryTexts.viewConsumption), Icon: ChartIcon, needs: 'usage' },
  { dialog: 'history', name: t(accountSummaryTexts.paymentHistory), Icon: ClockIcon, needs: null },
] as const

/** Make Payment or Cancel Payment, and for active accounts a menu with more (C§2.5). */
function RowActions({ row, isTicked, blockedBecause, onToggle, onOpen }: RowActionsProps) {
  const lacks = useLacks()
  const there = more.filter(({ needs }) => needs === null || !lacks.includes(needs))
  const action = isTicked ? t(accountSummaryTexts.cancelPayment) : t(accountSummaryTexts.makePayment)
  return (
    <div className={classes.rowActionsActions}>
      <button
        type="button"
        aria-label={t('{action}, account {accID}', { action, accID: row.accID })}
        className={`${outlined.button} ${classes.pay}`}
        data-ticked={isTicked || undefined}
        data-quiet={!isDue(row.amount) || undefined}
        aria-disabled={blockedBecause ? true : undefined}
        aria-describedby={blockedBecause}
        onClick={() => (blockedBecause ? undefined : onToggle(row))}
      >
        {action}
      </button>
      {row.isActive ? (
        <div className={classes.more}>
          <Menu
            label={t('More')}
            about={t(' about account {accID}', { accID: row.accID })}
            items={there.map(({ dialog, name, Icon }) => ({
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
