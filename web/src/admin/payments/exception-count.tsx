import { countExceptions } from '@portal/contract/exception-count'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import classes from './exception-count.module.css'

/**
 * The number of open exceptions, after the name of the view that shows them. Only shown to levels that may open that
 * view.
 */
export function ExceptionCount() {
  const exceptions = useExceptionCount(true)
  return exceptions ? (
    <>
      <span className={classes.count} aria-hidden="true">
        {exceptions.shown}
      </span>
      {exceptions.toApprove ? (
        <span className={classes.approvals} aria-hidden="true">
          {exceptions.toApprove}
        </span>
      ) : null}
      <HiddenText>, {exceptions.words}</HiddenText>
    </>
  ) : null
}

/** The query key of everything that the view of the exceptions has fetched. */
export const exceptionsKey = 'exceptions'

const minute = 60_000

/** The number of open exceptions, and its text for screen readers. */
interface ExceptionTotal {
  /** Such as `3` or `999+`. */
  readonly shown: string
  /** Such as `3 open exceptions, 1 to approve`. */
  readonly words: string
  /** Requests that wait for this admin, as `1 to approve`, and the payment of the oldest. */
  readonly approvals: number
  readonly toApprove: string | undefined
  readonly firstApproval: number | null
}

/**
 * How many exceptions are open, fetched every minute; null when there are none, it is unknown, or `isAsked` is false.
 */
export function useExceptionCount(isAsked: boolean): ExceptionTotal | null {
  const { data } = useQuery({
    queryKey: [exceptionsKey, 'count'],
    queryFn: async ({ signal }) => await send(countExceptions, { signal }),
    enabled: isAsked,
    refetchInterval: minute,
    // Components that show it at the same time share one request.
    staleTime: minute / 2,
  })
  // Another component may have asked.
  if (!isAsked || !data) return null
  const { payments, discrepancies, autoPay, approvals, firstApproval, isMore } = data
  const count = payments + discrepancies + autoPay
  if (count === 0) return null
  const shown = `${count}${isMore ? '+' : ''}`
  const open = count === 1 ? t('1 open exception') : t('{shown} open exceptions', { shown })
  const toApprove = approvals > 0 ? t('{approvals} to approve', { approvals }) : undefined
  return { shown, words: toApprove ? `${open}, ${toApprove}` : open, approvals, toApprove, firstApproval }
}

/** The search parameters of the exceptions inside Reports, or of one payment among them. */
export function exceptionSearch(payment?: number) {
  return { view: 'reports', part: 'exceptions', ...(payment === undefined ? {} : { payment }) } as const
}
