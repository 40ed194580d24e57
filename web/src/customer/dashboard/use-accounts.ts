import { type AccountSummary, type AccountSummaryRow, readAccountSummary } from '@portal/contract/account-summary'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { send } from '#api/send.ts'
import { usePaymentsElsewhere } from '#payment/payments-elsewhere.ts'

/** A row as it is shown: complete, though perhaps from an earlier time, or known by its number only. */
export type ShownRow =
  | { readonly accID: AccountNumber; readonly row: AccountSummaryRow; readonly asOf: Instant; readonly isKept: boolean }
  | { readonly accID: AccountNumber; readonly row: null }

interface Page extends Pick<AccountSummary, 'total' | 'next' | 'asOf'> {
  readonly rows: readonly ShownRow[]
}

type After = AccountNumber | null
type Pages = InfiniteData<Page, After>

const queryKey = ['account-summary']

/**
 * The accounts of the customer, which arrive page by page (C§2.5). While the billing system tells nothing about an
 * account, what it told before stays.
 */
export function useAccounts() {
  const client = useQueryClient()
  const known = () => client.getQueryData<Pages>(queryKey)?.pages.flatMap((page) => page.rows) ?? []
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => await readPage(pageParam, known(), signal),
    initialPageParam: null as After,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
    networkMode: 'always',
  })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const fillGaps = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      for (const after of pagesWithGaps(client.getQueryData<Pages>(queryKey))) {
        const page = await readPage(after, known())
        client.setQueryData<Pages>(queryKey, (pages) => pages && withPage(pages, after, page))
      }
    },
  })
  const [isPaidElsewhere, setPaidElsewhere] = useState(false)
  usePaymentsElsewhere(() => {
    setPaidElsewhere(true)
    // Bills and histories too: whatever the dashboard shows may be another by now.
    void client.invalidateQueries()
  })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages])
  return {
    rows,
    /** How many accounts there are; null until the first page has come. */
    total: pages?.at(-1)?.total ?? null,
    asOf: pages?.[0]?.asOf ?? null,
    /** More are on their way, or would be if the last try had not failed. */
    hasMore: hasNextPage,
    /** Gets the next page; null while there is none to be got. */
    getMore: hasNextPage && !isFetching && !isFetchNextPageError ? fetchNextPage : null,
    /** They came in more than one page. */
    wereMany: (pages?.length ?? 0) > 1,
    /** Why the first page did not come. */
    failure: query.data ? null : query.error,
    /** The first page has come, but a later one or a refresh has not. */
    hasStopped: Boolean(query.data && query.isError),
    /** Another tab of this browser has made a payment since; the amounts are those after it. */
    isPaidElsewhere: isPaidElsewhere && !query.isFetching,
    isRefreshing: query.isRefetching && !query.isFetchingNextPage,
    /** Goes on where it stopped; from the start when nothing is missing. */
    goOn: () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    refresh: () => void query.refetch(),
    fillGaps: fillGaps.mutate,
    isFillingGaps: fillGaps.isPending,
    gapsRemain: fillGaps.isError,
  }
}

export type Accounts = ReturnType<typeof useAccounts>

async function readPage(after: After, known: readonly ShownRow[], signal?: AbortSignal): Promise<Page> {
  const body = after ? { after } : {}
  const { accounts, ...page } = await send(readAccountSummary, { as: 'customer', body, signal })
  const before = new Map(known.map((shown) => [shown.accID, shown]))
  const rows = accounts.map((account): ShownRow => {
    if (account.isComplete) return { accID: account.accID, row: account, asOf: page.asOf, isKept: false }
    const kept = before.get(account.accID)
    if (!kept?.row) return { accID: account.accID, row: null }
    return { ...kept, row: { ...kept.row, isBeingPaid: account.isBeingPaid }, isKept: true }
  })
  return { ...page, rows }
}

/** What to ask for to get those pages again of which something is missing or from an earlier time. */
function pagesWithGaps(pages: Pages | undefined): After[] {
  if (!pages) return []
  return pages.pageParams.filter((_after, index) =>
    pages.pages[index]?.rows.some((shown) => !shown.row || shown.isKept),
  )
}

function withPage(pages: Pages, after: After, page: Page): Pages {
  const at = pages.pageParams.indexOf(after)
  return { ...pages, pages: pages.pages.map((old, index) => (index === at ? page : old)) }
}
