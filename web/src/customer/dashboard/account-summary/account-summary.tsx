import { type AccountSummaryRow, accountSummaryTexts, accountsWithoutSearch } from '@portal/contract/account-summary'
import type { AccountNumber } from '@portal/contract/ids'
import { decimalCents, sumCents } from '@portal/contract/money'
import { displayName } from '@portal/contract/text'
import { Suspense, useDeferredValue, useEffect, useMemo, useReducer, useState } from 'react'
import { isDueNow } from '#account/due-date.tsx'
import { CheckoutControl } from '#payment/checkout/checkout-control.tsx'
import { reloadPage } from '#session/reload-page.ts'
import { writeStored } from '#session/storage.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { type Accounts, type ShownRow, useUserDetails, type ViewProps } from '../accounts/use-accounts.ts'
import { NoAccount } from '../view-states.tsx'
import { AccountInformation } from './account-information.tsx'
import type { RowDialog, RowHandlers } from './account-row.tsx'
import { AccountTable } from './account-table.tsx'
import { PayBar } from './pay-bar.tsx'
import { EmptyAmounts, Gaps, PaidElsewhere, Progress, SummaryHead } from './summary-status.tsx'
import { changeTicks, noTicks, orderOf, tickOf, type Ticks } from './ticks.ts'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'
import own from './account-summary.module.css'

const AccountSearch = lazyComponent(async () => (await import('../accounts/account-search.tsx')).AccountSearch)
const AccountDialog = lazyComponent(async () => (await import('./account-dialog.tsx')).AccountDialog)

/** The first view of the dashboard (C§2.5): every account with its balance, and the payment of several at once. */
export function AccountSummary({ person, accounts }: ViewProps) {
  const details = useUserDetails(person.personId)
  const name = details.data ? displayName(details.data.fullName) : null
  return (
    <div className={classes.page}>
      <div className={classes.heading}>
        <PageHeading title={t('Account Summary')}>
          {name ? t('Welcome, ') : t('Welcome')}
          <span className={details.isError ? undefined : own.name}>{name}</span>
        </PageHeading>
      </div>
      {accounts.total === 0 ? <NoAccount /> : <AccountsToPay person={person} accounts={accounts} />}
      <AccountInformation details={details} hasAccounts={accounts.total !== 0} />
    </div>
  )
}

/** The table of accounts, its messages, and the bar to pay the ticked ones. */
function AccountsToPay({ person, accounts }: ViewProps) {
  const [ticks, change] = useReducer(changeTicks, noTicks)
  const [marksWrong, setMarksWrong] = useState(false)
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const details = useUserDetails(person.personId).data
  const { rows, fillGaps } = accounts
  const lines = useMemo(() => orderOf(ticks, rows), [ticks, rows])
  useStoredSummary(ticks, rows)
  const [words, setWords] = useState('')
  const [found, setFound] = useState<ReadonlySet<AccountNumber> | null>(null)
  const hidden = found ? lines.filter(({ account }) => !found.has(account.accID)) : []
  const handlers = useMemo(
    (): RowHandlers => ({
      onToggle: (row) => change({ kind: 'toggle', row }),
      onAmount: (row, amount) => change({ kind: 'amount', row, amount }),
      onOpen: (dialog, row) => setOpened({ dialog, row }),
    }),
    [],
  )
  return (
    <section className={`${box.card} ${own.summary}`}>
      <SummaryHead accounts={accounts} shown={found?.size ?? rows.length} />
      <PaidElsewhere accounts={accounts} />
      <Gaps accounts={accounts} />
      {(accounts.total ?? 0) > accountsWithoutSearch ? (
        <Suspense fallback={<div className={own.search} />}>
          <AccountSearch accounts={accounts} words={words} onWords={setWords} onFound={setFound} />
        </Suspense>
      ) : null}
      <AccountTable
        {...handlers}
        rows={rows}
        found={found}
        ticks={ticks}
        marksWrong={marksWrong}
        onAll={(isTicked) => change({ kind: 'all', isTicked, found: found && allOf(rows, found) })}
        onRetry={fillGaps}
        isRetrying={accounts.isFillingGaps}
      />
      <Progress accounts={accounts} />
      <PayBar lines={lines} hidden={hidden.length}>
        {marksWrong ? (
          <EmptyAmounts lines={lines} onUntick={() => change({ kind: 'untickEmpty', rows: allOf(rows) })} />
        ) : null}
        <CheckoutControl
          as="customer"
          lines={lines}
          email={details?.emailAddress ?? ''}
          postal={details?.postal ?? ''}
          onRefused={() => {
            setMarksWrong(true)
            // A marked amount must not be out of sight.
            if (hidden.some((line) => line.amount <= 0)) setWords('')
          }}
          onStartAgain={reloadPage}
          startAgain={t('Reload your accounts')}
          onOutdated={accounts.refresh}
        />
      </PayBar>
      {opened ? (
        <Suspense>
          <AccountDialog {...opened} person={person} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </section>
  )
}

interface OpenedDialog {
  readonly dialog: RowDialog
  readonly row: AccountSummaryRow
}

/** Every account, or every one that was found. */
function allOf(rows: Accounts['rows'], found: ReadonlySet<AccountNumber> | null = null): AccountSummaryRow[] {
  return rows.flatMap(({ row }) => (row && (!found || found.has(row.accID)) ? [row] : []))
}

/** Stores the rows of the account summary with their ticks in the tab, under the names of C§3; nothing reads them. */
function useStoredSummary(ticks: Ticks, rows: readonly ShownRow[]): void {
  // Deferred: with hundreds of accounts it is not to hold up a key.
  const settled = useDeferredValue(ticks)
  useEffect(() => {
    const summary = rows.flatMap(({ row }) => (row ? [storedRow(settled, row)] : []))
    writeStored('tab', 'accountSummary', JSON.stringify(summary))
  }, [settled, rows])
}

/** Amounts have two decimals, dates are as shown. */
function storedRow(ticks: Ticks, row: AccountSummaryRow) {
  const { accID, className, serviceLocation, isDueDateRed, isActive, cashOnlyFlag, dueDate, alreadyPaid } = row
  const { isTicked, amount } = tickOf(ticks, row)
  const paid = Object.entries(alreadyPaid).filter(([, already]) => already > 0)
  return {
    accID,
    className,
    serviceLocation,
    amount: decimalCents(row.amount),
    dueDate: isDueNow(row) ? t(accountSummaryTexts.dueNow) : dueDate && formatDate(dueDate),
    isDueDateRed,
    arrearsTotal: decimalCents(row.arrearsTotal),
    isActive,
    checked: isTicked,
    amountToBePaid: decimalCents(amount),
    validAmountToBePaid: !isTicked || amount > 0,
    alreadyPaid: decimalCents(sumCents(paid.map(([, already]) => already))),
    usedCC: paid.map(([brand]) => brand).join(', '),
    cashOnlyFlag,
  }
}
