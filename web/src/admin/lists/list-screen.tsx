import { formatInstant, type Instant } from '@portal/contract/dates'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { AnchorButton, ButtonLink, TextButton } from '#ui/button/button.tsx'
import { BackIcon, DownloadIcon } from '#ui/icons.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { ShowMore } from './show-more.tsx'
import classes from './console-list.module.css'

interface PagesOptions<Page, Row, Last> {
  readonly queryKey: readonly unknown[]
  /** Reads the page after this row, or the first one. */
  readonly read: (last: Last | undefined, signal: AbortSignal) => Promise<Page>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** What the server knows a row by. */
  readonly lastOf: (row: Row) => Last
}

/** A list that is read in pages; each continues after the last row of the one before. */
export function usePages<Page extends { readonly hasMore: boolean }, Row, Last>({
  queryKey,
  read,
  rowsOf,
  lastOf,
}: PagesOptions<Page, Row, Last>) {
  const list = useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly unknown[], { readonly last: Last } | null>({
    queryKey,
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }) => await read(pageParam?.last, signal),
    getNextPageParam: (page) => {
      const last = page.hasMore ? rowsOf(page).at(-1) : undefined
      return last === undefined ? null : { last: lastOf(last) }
    },
  })
  return { list, rows: list.data?.pages.flatMap((page) => rowsOf(page)) ?? [] }
}

interface RowsProps<Row> {
  readonly of: {
    readonly list: ComponentProps<typeof ShowMore>['list'] & Asked & { readonly isSuccess: boolean }
    readonly rows: readonly Row[]
  }
  /** Such as 'Loading bills'. */
  readonly loading: string
  readonly loadingRows?: number
  readonly empty: string
  /** The view is this list alone: a frame says that it is empty. */
  readonly isWholeView?: boolean
  /** So many rows, in words. */
  readonly counted: (rows: number) => string
  /** They are the result of a search. */
  readonly isSearched?: boolean
  /** The label of the button that shows more. */
  readonly more: string
  /** All rows as a file. */
  readonly file?: { readonly address: string; readonly label: string }
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list in pages, with its loading, failed and empty states, and how to get more. */
export function Rows<Row>({ of: { list, rows }, children, ...props }: RowsProps<Row>) {
  const { loading, loadingRows, empty, isWholeView = false, counted, isSearched = false, more, file } = props
  return (
    <>
      <Waiting query={list} loading={loading} rows={loadingRows} />
      {list.isSuccess && rows.length === 0 ? (
        <p className={isWholeView ? classes.nothing : classes.lead}>{empty}</p>
      ) : null}
      {rows.length > 0 ? children(rows) : null}
      {rows.length > 0 && file ? <FileButton {...file} /> : null}
      <ShowMore list={list} rows={rows.length} counted={counted} isSearched={isSearched} label={more} />
    </>
  )
}

export function FileButton({ address, label }: NonNullable<RowsProps<unknown>['file']>) {
  return (
    <div data-no-print>
      <AnchorButton look="secondary" href={address} download icon={<DownloadIcon />}>
        {label}
      </AnchorButton>
    </div>
  )
}

interface Asked {
  readonly isError: boolean
  readonly isPending: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

interface WaitingProps {
  readonly query: Asked
  readonly loading: string
  readonly rows?: number | undefined
}

function Waiting({ query, loading, rows = 4 }: WaitingProps) {
  return (
    <>
      {query.isError ? <Retry error={query.error} onTryAgain={query.refetch} /> : null}
      {query.isPending ? <Loading what={loading} rows={rows} /> : null}
    </>
  )
}

interface FoundProps<Data> extends WaitingProps {
  readonly query: Asked & { readonly data: Data | undefined }
  readonly children: (data: Data) => ReactNode
}

/** What one call reads, with its loading and failed states. */
export function Found<Data>({ query, children, ...waiting }: FoundProps<Data>) {
  return (
    <>
      <Waiting query={query} {...waiting} />
      {query.data === undefined ? null : children(query.data)}
    </>
  )
}

interface ListScreenProps {
  /** Of its heading. */
  readonly id: string
  readonly title: ReactNode
  readonly lead?: string | undefined
  /** The way back to the list that this is about one of. */
  readonly back?: { readonly label: string; readonly search: Readonly<Record<string, string>> }
  readonly children: ReactNode
}

/** A part of Reports, or of another view. */
export function ListScreen({ id, title, lead, back, children }: ListScreenProps) {
  return (
    <section className={classes.view} aria-labelledby={id}>
      {back ? (
        <div data-no-print>
          <ButtonLink look="quiet" icon={<BackIcon />} to={paths.adminDashboard} search={back.search}>
            {back.label}
          </ButtonLink>
        </div>
      ) : null}
      <ListHeading id={id} title={title} lead={lead} />
      {children}
    </section>
  )
}

/** For a further list on the same screen. */
export function ListHeading({ id, title, lead }: Pick<ListScreenProps, 'id' | 'title' | 'lead'>) {
  return (
    <div className={classes.heading}>
      <h2 id={id}>{title}</h2>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
    </div>
  )
}

interface ListPartProps {
  readonly id: string
  readonly title: string
  /** Instead of the children; false while there are some. */
  readonly empty?: string | false
  readonly children: ReactNode
}

/** One of several tables of a screen. */
export function ListPart({ id, title, empty = false, children }: ListPartProps) {
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {empty === false ? children : <p className={classes.muted}>{empty}</p>}
    </section>
  )
}

/** As of when a screen is, and the way to a newer one. */
export function Updated({ at, onRefresh }: { readonly at: Instant; readonly onRefresh: () => unknown }) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.line}>
      <p className={classes.muted}>{t('Updated {at}', { at: formatInstant(profile, at) })}</p>
      <TextButton onClick={() => void onRefresh()}>{t('Refresh')}</TextButton>
    </div>
  )
}
