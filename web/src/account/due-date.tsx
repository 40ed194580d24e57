import { accountSummaryTexts } from '@portal/contract/account-summary'
import { isDue, isInArrears } from '@portal/contract/owed'
import type { PayableAccount } from '@portal/contract/pay-now'
import { useLacks } from '#api/portal-start.tsx'
import { AlertIcon } from '#ui/icons.tsx'
import { formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import classes from './due-date.module.css'

/** The part of an account that determines its due date. */
type Due = Pick<PayableAccount, 'amount' | 'dueDate' | 'isDueDateRed' | 'arrearsTotal'>

/**
 * When an account must be paid: 'Due Now' while there are arrears, with the date of the newest bill below; otherwise
 * the date alone, in red once it has passed (A§3, C§3).
 */
export function DueDate({ account }: { readonly account: Due }) {
  const lacks = useLacks()
  const date = account.dueDate ? formatDate(account.dueDate) : null
  if (lacks.includes('dueDate')) return isDue(account.amount) ? t(accountSummaryTexts.dueNow) : null
  if (!isInArrears(account) && !account.isDueDateRed) return date
  return (
    <>
      <span className={classes.due}>
        <AlertIcon size={18} />
        {isInArrears(account) ? t(accountSummaryTexts.dueNow) : date}
        {isInArrears(account) ? null : <HiddenText>{t(', past due')}</HiddenText>}
      </span>
      {isInArrears(account) && date ? (
        <span className={classes.newest}> {t('Newest bill due {date}', { date })}</span>
      ) : null}
    </>
  )
}
