import { accountSummaryTexts } from '@portal/contract/account-summary'
import { formatInstant } from '@portal/contract/dates'
import { usePortalStart } from '#api/portal-start.tsx'
import type { OrderLine } from '#payment/accounts-to-pay/order.ts'
import { TextButton, TryAgain } from '#ui/button/button.tsx'
import { CheckIcon, Spinner } from '#ui/icons.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { rich } from '#ui/text/rich.ts'
import { plural, t } from '#ui/text/t.ts'
import type { Accounts } from '../accounts/use-accounts.ts'
import classes from '../dashboard.module.css'
import own from './account-summary.module.css'

interface AccountsProps {
  readonly accounts: Accounts
}

/** Names the table below it. */
export const summaryId = 'account-summary'

/** The heading of the table, 'Accounts: shown / total' (C§2.5), and the time the amounts are from. */
export function SummaryHead({ accounts, shown }: AccountsProps & { readonly shown: number }) {
  const { profile } = usePortalStart()
  return (
    <div className={own.head}>
      <h2 id={summaryId}>{t(accountSummaryTexts.caption)}</h2>
      <p className={own.shown}>{t(accountSummaryTexts.shown, { shown, total: accounts.total ?? 0 })}</p>
      {accounts.asOf ? (
        <p className={own.asOf}>
          {rich('As of {asOf} {button}', {
            asOf: formatInstant(profile, accounts.asOf),
            button: (
              <TextButton onClick={accounts.refresh}>
                {accounts.isRefreshing ? t('Refreshing…') : t('Refresh')}
              </TextButton>
            ),
          })}
        </p>
      ) : null}
    </div>
  )
}

/** Says why the amounts have changed: another tab of this browser has made a payment. */
export function PaidElsewhere({ accounts }: AccountsProps) {
  if (!accounts.isPaidElsewhere) return null
  return <Notice tone="info" role="status" title={t(accountSummaryTexts.paidElsewhere)} />
}

/**
 * Accounts that the billing system did not return: how many are missing, how many are shown with older amounts, and a
 * button to try again.
 */
export function Gaps({ accounts }: AccountsProps) {
  const missing = accounts.rows.filter(({ row }) => !row).length
  const kept = accounts.rows.filter((shown) => shown.row && shown.isKept).length
  if (missing + kept === 0) return null
  return (
    <Notice tone="warning" role="status" title={t('We couldn’t load some of your accounts.')}>
      {missing > 0 ? <p>{plural(missing, '1 account isn’t shown.', '{count} accounts aren’t shown.')}</p> : null}
      {kept > 0 ? (
        <p>{plural(kept, '1 account shows an earlier amount.', '{count} accounts show earlier amounts.')}</p>
      ) : null}
      {accounts.gapsRemain ? <p>{t(accountSummaryTexts.loadFailed)}</p> : null}
      <div className={classes.actions}>
        <TryAgain busy={accounts.isFillingGaps} onClick={() => accounts.fillGaps()} />
      </div>
    </Notice>
  )
}

/**
 * 'Getting Other Accounts..' while more are loading, and the message when all have arrived (C§2.5). Where some are
 * missing, `Gaps` says so.
 */
export function Progress({ accounts }: AccountsProps) {
  const haveAllArrived = !accounts.hasMore && accounts.rows.every(({ row }) => row)
  if (accounts.hasStopped) {
    return (
      <Notice tone="error" role="alert" title={t(accountSummaryTexts.loadFailed)}>
        <p>
          {accounts.hasMore
            ? t('The accounts above are up to date. We couldn’t load the rest.')
            : t('Each amount is as of the time shown next to it.')}
        </p>
        <div className={classes.actions}>
          <TryAgain onClick={accounts.goOn} />
        </div>
      </Notice>
    )
  }
  return (
    <p role="status" className={own.progress}>
      {accounts.hasMore ? (
        <>
          <Spinner />
          {t(accountSummaryTexts.gettingOthers)}
        </>
      ) : null}
      {haveAllArrived && accounts.wereMany ? (
        <>
          <CheckIcon />
          {t(accountSummaryTexts.allRetrieved)}
        </>
      ) : null}
    </p>
  )
}

interface EmptyAmountsProps {
  readonly lines: readonly OrderLine[]
  readonly onUntick: () => void
}

/** Offers to untick all accounts without an amount; after 'check all' there may be many on which nothing is due. */
export function EmptyAmounts({ lines, onUntick }: EmptyAmountsProps) {
  const count = lines.filter((line) => line.amount <= 0).length
  if (count === 0) return null
  return (
    <p className={own.empty}>
      {count === 1
        ? t('1 selected account has no amount to pay.')
        : t('{count} selected accounts have no amount to pay.', { count })}
      <TextButton onClick={onUntick}>{count === 1 ? t('Deselect it') : t('Deselect them')}</TextButton>
    </p>
  )
}
