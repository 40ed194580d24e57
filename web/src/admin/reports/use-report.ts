import { type FoundPayments, ReportSearch, searchTransactions } from '@portal/contract/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { lastActivity } from '#session/idle/activity.ts'
import { type ReportRequest, hasSameFilters, readReportAddress, reportAddress } from './report-address.ts'

const route = getRouteApi(paths.adminDashboard)
const queryKey = ['payments'] as const

/** The report in the address, and ways to request another. */
export function useReport() {
  const asked = readReportAddress(route.useSearch())
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const report = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: async ({ signal }) => await findPayments(asked, signal),
    // The previous page stays visible while another page of the same search loads, but not for another search.
    placeholderData: (before, query) => {
      const last = query?.queryKey[1]
      return typeof last === 'object' && hasSameFilters(last.filters, asked.filters) ? before : undefined
    },
    // With invalid dates in the address, only the errors are shown.
    enabled: isInOrder(asked),
    // Going back shows the earlier list; refreshing is up to the person.
    staleTime: Infinity,
  })
  const goTo = (wanted: ReportRequest) =>
    void navigate({ search: { view: 'reports', ...reportAddress(wanted) }, resetScroll: false })
  return {
    asked,
    report,
    /** Starts a new search with these changes: the first page, as of now. */
    search: (wanted: Partial<ReportRequest>) => {
      client.removeQueries({ queryKey, type: 'inactive' })
      const now = { ...asked, ...wanted, page: 1, asOf: undefined }
      if (isSame(now, asked)) void report.refetch()
      else goTo(now)
    },
    /** Shows the same result differently: another page or order. */
    turn: (wanted: Partial<ReportRequest>) => goTo({ ...asked, asOf: report.data?.asOf, ...wanted }),
  }
}

/** Fetches a page of payments. */
export async function findPayments(asked: ReportRequest, signal: AbortSignal): Promise<FoundPayments> {
  const { filters, ...page } = asked
  return (await send(searchTransactions, { body: { ...filters, ...page }, signal })).result
}

function isInOrder({ filters }: ReportRequest): boolean {
  return ReportSearch.safeParse(filters).success
}

function isSame(one: ReportRequest, other: ReportRequest): boolean {
  return JSON.stringify(reportAddress(one)) === JSON.stringify(reportAddress(other))
}

/** How often to check for new payments, in milliseconds. */
const askEvery = 60_000

/**
 * Checking keeps the session alive like any other call. So that an unattended console still ends in time (A§4), it is
 * only done within this many milliseconds of the last activity, which is less than what counts as this tab's own.
 */
const attendedWithin = 50_000

/** How many payments of the search have begun since the list was fetched; 0 while that is unknown. */
export function useNewerPayments({ filters, asOf }: ReportRequest, shown: FoundPayments | undefined): number {
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
