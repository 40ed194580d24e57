import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemNotice } from '#payment/problem-notice.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/loading.tsx'
import { serverError } from './server-error.ts'
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
    return (
      <ProblemNotice
        problem={serverError(query.error)}
        actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  return query.data.length === 0 ? <p className={classes.muted}>{empty}</p> : children(query.data)
}
