import { type ReactNode, useId } from 'react'
import { t } from '#ui/text/t.ts'
import { DownIcon, NextIcon, PreviousIcon } from '../icons.tsx'
import classes from './paging.module.css'

interface PagingProps {
  /** Such as 'Search Results'. */
  readonly label: string
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly size: number
  readonly sizes: readonly number[]
  /** The most page numbers that are offered at once. */
  readonly window: number
  readonly onPage: (page: number) => void
  readonly onSize: (size: number) => void
}

export function Paging({ label, page, pages, size, sizes, window, onPage, onSize }: PagingProps) {
  const sizeId = useId()
  return (
    <>
      {/* On screen only announced, when the page is turned. */}
      <p role="status" className={classes.printed}>
        {pages > 1 ? t('Page {page} of {pages}', { page, pages }) : ''}
      </p>
      <nav className={classes.paging} aria-label={t('Pages of {label}', { label })} data-no-print>
        <div className={classes.size}>
          <label htmlFor={sizeId}>{t('Rows per page')}</label>
          <div className={classes.select}>
            <select id={sizeId} value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
              {sizes.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            <DownIcon />
          </div>
        </div>
        <ul className={classes.pages}>
          <li>
            <TurnButton name={t('Previous page')} isLast={page <= 1} onPress={() => onPage(page - 1)}>
              <PreviousIcon />
            </TurnButton>
          </li>
          {pageWindow(page, pages, window).map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-label={t('Page {each}', { each })}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onPage(each)}
              >
                {each}
              </button>
            </li>
          ))}
          <li>
            <TurnButton name={t('Next page')} isLast={page >= pages} onPress={() => onPage(page + 1)}>
              <NextIcon />
            </TurnButton>
          </li>
        </ul>
      </nav>
    </>
  )
}

interface TurnButtonProps {
  readonly name: string
  /** The button stays in place, so that it keeps the focus. */
  readonly isLast: boolean
  readonly className?: string | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

export function TurnButton({ name, isLast, className, onPress, children }: TurnButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      aria-disabled={isLast || undefined}
      onClick={isLast ? undefined : onPress}
    >
      {children}
    </button>
  )
}

/** With the current page, counted from 1, in the middle wherever there are enough on both sides. */
export function pageWindow(page: number, pages: number, width: number): number[] {
  const count = Math.min(width, pages)
  const first = Math.max(1, Math.min(page - Math.floor((width - 1) / 2), pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
