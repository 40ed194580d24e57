import { printedAccount } from '@portal/contract/account-shape'
import { mostAccountsPerSearch, phonedInTexts } from '@portal/contract/phoned-in'
import { plainDigits } from '@portal/contract/text'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { AccountNumberField } from '#account/bill-fields.tsx'
import { Button, TextButton } from '#ui/button/button.tsx'
import { CrossIcon } from '#ui/icons.tsx'
import { plural, t } from '#ui/text/t.ts'
import box from '#ui/page/card.module.css'
import classes from './account-search.module.css'

interface AccountSearchProps {
  readonly rows: readonly string[]
  readonly isPending: boolean
  readonly onType: (rows: readonly string[]) => void
  readonly onSearch: () => void
}

/** The account search (A§2): one row per account number; a list of numbers may be pasted into any row. */
export function AccountSearch({ rows, isPending, onType, onSearch }: AccountSearchProps) {
  const list = useRef<HTMLOListElement>(null)
  const place = useFocusOnNewRow(list, rows.length)
  useFocusForNextCaller(list, rows.length === 1 && rows[0] === '')
  /** The numbers of the last pasted list for which there was no row. */
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const change = (changed: readonly string[]) => {
    setLeftOut(changed.slice(mostAccountsPerSearch))
    onType(changed.slice(0, mostAccountsPerSearch))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isPending) onSearch()
  }
  const remove = (index: number) => {
    change(rows.length === 1 ? [''] : rows.toSpliced(index, 1))
    place(Math.max(0, index - 1))
  }
  return (
    <form noValidate role="search" className={`${box.card} ${classes.search}`} onSubmit={submit}>
      <ol ref={list} className={classes.rows}>
        {rows.map((typed, index) => (
          // A row has no identity other than its position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={classes.row}>
            <AccountNumberField
              isSearch
              label={rows.length === 1 ? t('Account number') : t('Account number {number}', { number: index + 1 })}
              value={typed}
              onPaste={(event) => {
                const pasted = numbersIn(event.clipboardData.getData('text'))
                if (pasted.length < 2) return
                event.preventDefault()
                change(rows.toSpliced(index, 1, ...pasted))
              }}
              onChange={(changed) => change(rows.with(index, changed))}
            />
            {rows.length > 1 || typed !== '' ? (
              <button
                type="button"
                className={classes.remove}
                aria-label={t('Remove account number {number}', { number: index + 1 })}
                onClick={() => remove(index)}
              >
                <CrossIcon />
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        {rows.length < mostAccountsPerSearch ? (
          <TextButton
            onClick={() => {
              onType([...rows, ''])
              place(rows.length)
            }}
          >
            {t(phonedInTexts.addRow)}
          </TextButton>
        ) : (
          <p className={classes.full}>
            {t('You can search up to {mostAccountsPerSearch} accounts at a time.', { mostAccountsPerSearch })}
          </p>
        )}
        <Button type="submit" busy={isPending}>
          {isPending ? t(phonedInTexts.searching) : t(phonedInTexts.search)}
        </Button>
      </div>
      <p role="status" className={classes.leftOut}>
        {leftOut[0] === undefined
          ? ''
          : plural(
              leftOut.length,
              'One number was too many: {first}.',
              '{count} numbers were too many, from {first} on.',
              {
                first: leftOut[0],
              },
            )}
      </p>
    </form>
  )
}

/**
 * The account numbers in a pasted list. Spaces and dashes may be part of a number; line breaks, tabs, commas and
 * semicolons separate numbers.
 */
function numbersIn(text: string): string[] {
  return plainDigits(text)
    .split(/[\n\r\t,;\u3001]+/)
    .map(printedAccount)
    .filter((part) => part !== '')
}

/** Moves the focus to a row once it exists: to a new row to type in it, or after removing one to its neighbor. */
function useFocusOnNewRow(list: { readonly current: HTMLElement | null }, rows: number): (row: number) => void {
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    list.current?.querySelectorAll('input').item(wanted.current)?.focus()
    wanted.current = null
  }, [list, rows])
  return (row) => {
    wanted.current = row
  }
}

/**
 * Puts the focus into an empty search, so that the next caller's number can be typed at once: when the clerk comes here,
 * and after Cancel.
 */
function useFocusForNextCaller(list: { readonly current: HTMLElement | null }, isEmpty: boolean): void {
  useEffect(() => {
    if (isEmpty) list.current?.querySelector('input')?.focus()
  }, [list, isEmpty])
}
