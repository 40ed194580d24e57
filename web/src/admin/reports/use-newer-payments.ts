import type { FoundPayments } from '@portal/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { lastActivity } from '#session/idle/activity.ts'
import type { AskedReport } from './report-address.ts'
import { findPayments } from './use-report.ts'

/** How often to check for new payments, in milliseconds. */
const askEvery = 60_000

/**
 * Checking keeps the session alive like any other call. So that an unattended console still ends in time (A§4), it is
 * only done within this many milliseconds of the last activity, which is less than what counts as this tab's own.
 */
const attendedWithin = 50_000

/** How many payments of the search have begun since the list was fetched; 0 while that is unknown. */
export function useNewerPayments({ filters, asOf }: AskedReport, shown: FoundPayments | undefined): number {
  const [openedAsOf] = useState(asOf)
  const { data: total = 0, refetch } = useQuery({
    queryKey: ['newer-payments', filters, shown?.asOf],
    queryFn: async ({ signal }) => {
      const newest = { filters, sort: 'payment_date', direction: 'desc', page: 1, size: 10 } as const
      return (await findPayments(newest, signal)).total
    },
    // A list opened from an address with `asOf` may be outdated at once; all others have just been fetched.
    enabled: shown !== undefined && asOf !== undefined && asOf === openedAsOf,
    staleTime: askEvery,
  })
  const isShown = shown !== undefined
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => {
      const isAttended = document.visibilityState === 'visible' && Date.now() - lastActivity() < attendedWithin
      if (isAttended) void refetch()
    }, askEvery)
    return () => clearInterval(timer)
  }, [isShown, refetch])
  return shown ? Math.max(0, total - shown.total) : 0
}
