import { type AdminLevel, exceptionLevels } from '@portal/contract/admin-levels'
import { formatInstant, instantOf } from '@portal/contract/dates'
import { type FoundPayments, reportsTexts, reportTotals } from '@portal/contract/reports'
import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { BillIcon } from '#ui/icons.tsx'
import { groupThousands } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { exceptionSearch, useExceptionCount } from '../payments/exception-count.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import classes from './found-line.module.css'

interface FoundLineProps {
  /** The number of payments in the whole result, successful and unsuccessful. */
  readonly total: number
  /** The number of payments since the list was fetched. */
  readonly newer: number
  readonly isPending: boolean
  /** When the list was fetched, in milliseconds since 1970. */
  readonly readAt: number
  readonly onShow: () => void
}

/** How many payments were found, how many are new since, and a button to show those. */
export function FoundLine({ total, newer, isPending, readAt, onShow }: FoundLineProps) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.line}>
      <p role="status">{isPending ? t('Searching…') : plural(total, '1 payment', '{count} payments')}</p>
      <p className={classes.readAt}>{t('Updated {at}', { at: formatInstant(profile, instantOf(readAt)) })}</p>
      <p role="status">{newer > 0 ? plural(newer, '1 new payment', '{count} new payments') : ''}</p>
      <TextButton onClick={onShow}>{newer > 0 ? t(reportsTexts.showNew) : t(reportsTexts.refresh)}</TextButton>
    </div>
  )
}

interface TotalsProps {
  readonly found: FoundPayments
  readonly level: AdminLevel
}

/**
 * The totals of the whole result, whichever page is shown (A§3), counts with thousands separators (A§9); and for those
 * who may resolve them, how many payments need attention.
 */
export function Totals({ found, level }: TotalsProps) {
  const exceptions = useExceptionCount(exceptionLevels.some((allowed) => allowed === level))
  const figures = [
    { name: t(reportTotals.sumOnline), figure: dollarsOf(found.sumOnline) },
    { name: t(reportTotals.totalOnline), figure: groupThousands(found.totalOnline) },
    { name: t(reportTotals.sumPhonedin), figure: dollarsOf(found.sumPhonedin) },
    { name: t(reportTotals.totalPhonedIn), figure: groupThousands(found.totalPhonedIn) },
  ]
  return (
    <div className={classes.totals}>
      <dl className={classes.figures}>
        {figures.map(({ name, figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
        {exceptions ? (
          <div data-urgent>
            <dt>{t('Needs attention')}</dt>
            <dd>
              <Link to={paths.adminDashboard} search={exceptionSearch()}>
                {exceptions.shown}
                <HiddenText> {exceptions.words}</HiddenText>
              </Link>
            </dd>
          </div>
        ) : null}
      </dl>
      <p className={classes.note}>
        {t('Total charged, excluding refunds. Covers all pages of this list.')}
        {found.processing.payments > 0 ? ` ${processingInWords(found.processing)}` : ''}
      </p>
    </div>
  )
}

/** A balance may be lower already: the bank has yet to pay. */
function processingInWords({ payments, amount }: FoundPayments['processing']): string {
  return plural(
    payments,
    'Not included: 1 bank payment of {amount} that the bank has not paid yet.',
    'Not included: {count} bank payments of {amount} that the banks have not paid yet.',
    { amount: dollarsOf(amount) },
  )
}

interface NothingFoundProps {
  /** There are payments, but fewer than this page needs. */
  readonly isPastTheEnd: boolean
  readonly onFirstPage: () => void
  /** Omitted when no filter is set. */
  readonly onClear?: (() => void) | undefined
}

/** Shown instead of rows when there are none (A§2). */
export function NothingFound({ isPastTheEnd, onFirstPage, onClear }: NothingFoundProps) {
  return (
    <div className={classes.empty}>
      <BillIcon size={32} />
      <p>{isPastTheEnd ? t('There’s no such page in this list.') : t(reportsTexts.noPayments)}</p>
      {isPastTheEnd ? (
        <Button look="secondary" onClick={onFirstPage}>
          {t('Go to the first page')}
        </Button>
      ) : null}
      {onClear && !isPastTheEnd ? (
        <Button look="secondary" onClick={onClear}>
          {t('Show all payments')}
        </Button>
      ) : null}
    </div>
  )
}
