import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/retry.tsx'
import classes from './payment-dialog.module.css'

interface QueryListProps<Item> {
  readonly query: UseQueryResult<Item[]>
  /** What is being loaded, such as 'Loading bills'. */
  readonly what: string
  /** The text when the list is empty. */
  readonly empty: string
  readonly children: (found: Item[]) => ReactNode
}

/** Shows a query's list, with its loading, failed and empty states. */
export function QueryList<Item>({ query, what, empty, children }: QueryListProps<Item>) {
  if (query.isPending) return <Loading what={what} rows={3} />
  if (query.isError) {
    return <Retry error={query.error} onTryAgain={query.refetch} />
  }
  return query.data.length === 0 ? <p className={classes.muted}>{empty}</p> : children(query.data)
}
