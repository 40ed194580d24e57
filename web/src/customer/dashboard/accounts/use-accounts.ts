import {
  type AccountSummary,
  type AccountSummaryRow,
  readAccountSummary,
  readUserDetails,
} from '@portal/contract/account-summary'
import type { ReplyOf } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber } from '@portal/contract/ids'
import { readSession } from '@portal/contract/sign-in'
import { truncate } from '@portal/contract/text'
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { send } from '#api/send.ts'
import { usePaymentsElsewhere } from '#payment/sending/payments-elsewhere.ts'

/** A row of the table: complete, though perhaps from an earlier time, or only known by its number. */
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
 * The customer's accounts, which arrive in pages (C§2.5). If the billing system does not return an account, its last
 * known row is kept.
 */
export function useAccounts() {
  const client = useQueryClient()
  const known = () => rowsOf(client.getQueryData<Pages>(queryKey))
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => await readPage(pageParam, known(), signal),
    initialPageParam: null as After,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
    // While an account is being paid (R19), until that payment is settled and it can be paid again.
    refetchInterval: ({ state }) => rowsOf(state.data).some(({ row }) => row?.isBeingPaid) && 30_000,
  })
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const fillGaps = useMutation({
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
    // Refetches bills and histories too: everything the dashboard shows may have changed.
    void client.invalidateQueries()
  })
  const pages = query.data?.pages
  const rows = useMemo(() => rowsOf(query.data), [query.data])
  return {
    rows,
    /** How many accounts there are; null until the first page has arrived. */
    total: pages?.at(-1)?.total ?? null,
    asOf: pages?.[0]?.asOf ?? null,
    /** More accounts are to come, even if the last attempt to fetch them failed. */
    hasMore: hasNextPage,
    /** Fetches the next page; null when that is not possible now. */
    getMore: hasNextPage && !isFetching && !isFetchNextPageError ? fetchNextPage : null,
    /** Whether there was more than one page. */
    wereMany: (pages?.length ?? 0) > 1,
    /** Why the first page could not be fetched. */
    failure: query.data ? null : query.error,
    /** Whether a later page or a refresh failed after the first page had arrived. */
    hasStopped: Boolean(query.data && query.isError),
    /** Another tab of this browser has made a payment since the last refresh, and the amounts already reflect it. */
    isPaidElsewhere: isPaidElsewhere && !query.isFetching,
    isRefreshing: query.isRefetching && !query.isFetchingNextPage,
    /** Resumes where it stopped, or refreshes everything if no page is missing. */
    goOn: () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    refresh: () => {
      setPaidElsewhere(false)
      void query.refetch()
    },
    fillGaps: fillGaps.mutate,
    isFillingGaps: fillGaps.isPending,
    gapsRemain: fillGaps.isError,
  }
}

export type Accounts = ReturnType<typeof useAccounts>

function rowsOf(fetched: Pick<Pages, 'pages'> | undefined): ShownRow[] {
  return fetched?.pages.flatMap((page) => page.rows) ?? []
}

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

/** The parameters of the pages with rows that are missing or from an earlier time. */
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

/** Labels in lists of accounts are truncated to this many characters (C§2.5, C§9). */
const longestLabel = 42

/** An account as an option of a select. */
export function accountOption({ accID, row }: ShownRow): { value: string; label: string } {
  return { value: accID, label: truncate(row ? `${accID} – ${row.serviceLocation}` : accID, longestLabel) }
}

/** The signed-in customer. */
export type Person = Pick<ReplyOf<typeof readSession>, 'username' | 'personId'>

/** Asks the server who is signed in; what the browser has stored about it is never trusted (R5). */
export function usePerson() {
  return useQuery({
    queryKey: ['person'],
    queryFn: async ({ signal }): Promise<Person> => await send(readSession, { signal }),
    staleTime: Infinity,
  })
}

/** Name, addresses and contact details of the person, together with one of their accounts; by default the first. */
export function useUserDetails(personId: Person['personId'], accountId?: string) {
  return useQuery({
    queryKey: ['user-details', personId, accountId],
    queryFn: async ({ signal }) => {
      const body = accountId ? { personId, accountId } : { personId }
      return (await send(readUserDetails, { as: 'customer', body, signal })).result
    },
    staleTime: Infinity,
  })
}

/** The props of every child view. */
export interface ViewProps {
  readonly person: Person
  readonly accounts: Accounts
}
