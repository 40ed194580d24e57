import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/retry.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import classes from './exceptions.module.css'

interface PagedListProps<Page, Row> {
  readonly id: string
  readonly title: string
  readonly list: UseInfiniteQueryResult<InfiniteData<Page>>
  readonly rowsOf: (page: Page) => readonly Row[]
  /** The word for one row, and for several. */
  readonly nouns: readonly [one: string, several: string]
  /** The text when the list is empty. */
  readonly empty: string
  readonly children: (rows: Row[]) => ReactNode
}

/** Shows a list that is fetched in pages, with its loading, failed and empty states. */
export function PagedList<Page, Row>({ id, title, list, rowsOf, nouns, empty, children }: PagedListProps<Page, Row>) {
  const rows = list.data?.pages.flatMap(rowsOf) ?? []
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {list.isError ? <Retry error={list.error} onTryAgain={list.refetch} /> : null}
      {list.isPending ? <Loading what={`Loading ${title.toLowerCase()}`} /> : null}
      {list.isSuccess && rows.length === 0 ? <p className={classes.empty}>{empty}</p> : null}
      {rows.length > 0 ? children(rows) : null}
      <ShowMore list={list} rows={rows.length} nouns={nouns} label={exceptionsTexts.more} />
    </section>
  )
}
