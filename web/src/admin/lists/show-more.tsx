import { useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { useLanding } from '#ui/focus.ts'
import { t } from '#ui/text/t.ts'
import classes from './show-more.module.css'

interface ShowMoreProps {
  /** A list that is fetched in pages. */
  readonly list: {
    readonly data: { readonly pages: readonly unknown[] } | undefined
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  /** How many rows are shown now. */
  readonly rows: number
  /** So many rows, in words. */
  readonly counted: (rows: number) => string
  /** The list is the result of a search, whose number of rows is said even if it is complete from the start. */
  readonly isSearched?: boolean
  /** The label of the button. */
  readonly label: string
}

/**
 * How much of a list is shown, and the button that shows more of it. The button goes when the last page has come; the
 * line before it has the focus then (WCAG 2.4.3).
 */
export function ShowMore({ list, rows, counted, isSearched = false, label }: ShowMoreProps) {
  const line = useRef<HTMLParagraphElement>(null)
  useLanding(line, list.hasNextPage)
  const isLong = list.hasNextPage || (list.data?.pages.length ?? 0) > 1
  const what = counted(rows)
  const shown = list.hasNextPage ? t('Showing {what}', { what }) : t('Showing all {what}', { what })
  return (
    <>
      <p ref={line} role="status" tabIndex={-1} className={classes.line}>
        {rows > 0 && (isLong || isSearched) ? shown : ''}
      </p>
      {list.hasNextPage ? (
        <div>
          <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {label}
          </Button>
        </div>
      ) : null}
    </>
  )
}
