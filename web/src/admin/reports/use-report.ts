import { type FoundPayments, ReportSearch, searchTransactions } from '@portal/contract/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { type AskedReport, hasSameFilters, readReportAddress, reportAddress, typedFilters } from './report-address.ts'

const route = getRouteApi(paths.adminDashboard)
const queryKey = ['payments'] as const

/** The report that the address asks for, and the ways to ask for another. */
export function useReport() {
  const asked = readReportAddress(route.useSearch())
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const report = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: async ({ signal }) => await findPayments(asked, signal),
    // A page of another search says nothing about this one; another page of this one stays until the next has come.
    placeholderData: (before, query) => {
      const last = query?.queryKey[1]
      return typeof last === 'object' && hasSameFilters(last.filters, asked.filters) ? before : undefined
    },
    // An address with dates that are none is shown with what is wrong with them, and not asked.
    enabled: isInOrder(asked),
    // Going back shows what was there; asking anew is for the person to say.
    staleTime: Infinity,
    networkMode: 'always',
  })
  const goTo = (wanted: AskedReport) =>
    void navigate({ search: { view: 'reports', ...reportAddress(wanted) }, resetScroll: false })
  return {
    asked,
    report,
    /** Asks the server for these, from the first page, as of now. */
    search: (wanted: Partial<AskedReport>) => {
      client.removeQueries({ queryKey, type: 'inactive' })
      const now = { ...asked, ...wanted, page: 1, asOf: undefined }
      if (isSame(now, asked)) void report.refetch()
      else goTo(now)
    },
    /** Shows the same payments otherwise: another page, another order. */
    turn: (wanted: Partial<AskedReport>) => goTo({ ...asked, asOf: report.data?.asOf, ...wanted }),
  }
}

/** A page of payments, from the server. */
export async function findPayments(asked: AskedReport, signal: AbortSignal): Promise<FoundPayments> {
  const { filters, ...page } = asked
  return (await send(searchTransactions, { body: { ...typedFilters(filters), ...page }, signal })).result
}

function isInOrder({ filters }: AskedReport): boolean {
  return ReportSearch.safeParse(filters).success
}

function isSame(one: AskedReport, other: AskedReport): boolean {
  return JSON.stringify(reportAddress(one)) === JSON.stringify(reportAddress(other))
}
