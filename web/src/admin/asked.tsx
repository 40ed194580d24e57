import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#ui/loading.tsx'
import { Retry } from './retry.tsx'
import classes from './payment-dialog.module.css'

interface AskedProps<Item> {
  readonly query: UseQueryResult<Item[]>
  /** What is on its way: 'Loading bills'. */
  readonly what: string
  /** What to say when there is nothing. */
  readonly empty: string
  readonly children: (found: Item[]) => ReactNode
}

/** What was asked for, while it comes, when it does not come, and when there is nothing of it. */
export function Asked<Item>({ query, what, empty, children }: AskedProps<Item>) {
  if (query.isPending) return <Loading what={what} rows={3} />
  if (query.isError) {
    return <Retry error={query.error} onTryAgain={query.refetch} />
  }
  return query.data.length === 0 ? <p className={classes.muted}>{empty}</p> : children(query.data)
}
