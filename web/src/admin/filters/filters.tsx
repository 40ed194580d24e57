import { type ChangeEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#ui/button/button.tsx'
import type { FormErrors } from '#ui/form/error-summary.tsx'
import box from '#ui/page/card.module.css'
import classes from './filters.module.css'

interface FilterFormOptions<Filters extends object> {
  /** The filters in the address, as they are typed. */
  readonly inAddress: Filters
  /** The errors of the filters, by field. */
  readonly check: (filters: Filters) => FormErrors
  /** The id of each field's input, in the order of the screen. */
  readonly fieldIds: Readonly<Record<keyof Filters & string, string>>
  /** Called with filters that are in order. */
  readonly onSearch: (filters: Filters) => void
}

/**
 * A form of filters that are kept in the address. Whenever the address changes, by a search, Back, Forward or a link, the
 * form is filled in from it, in the same render, and what is wrong with it is shown at once. It is not a new form: the
 * pressed button keeps the focus.
 */
export function useFilterForm<Filters extends { readonly [Name in keyof Filters]: string }>({
  inAddress,
  check,
  fieldIds,
  onSearch,
}: FilterFormOptions<Filters>) {
  const address = JSON.stringify(inAddress)
  const filledIn = (values: Filters) => ({ address, values, failed: Object.keys(check(values)) })
  const [form, setForm] = useState(() => filledIn(inAddress))
  if (form.address !== address) setForm(filledIn(inAddress))
  const { values, failed } = form
  const wrong = check(values)
  const change = (name: keyof Filters & string, value: string) =>
    setForm((now) => ({ ...now, values: { ...now.values, [name]: value } }))
  const search = (filters: Filters) => {
    const now = filledIn(filters)
    // At once, because a field with an error may have been folded away, where it takes no focus.
    flushSync(() => setForm(now))
    const first = Object.entries<string>(fieldIds).find(([name]) => now.failed.includes(name))
    if (first) document.getElementById(first[1])?.focus()
    else onSearch(filters)
  }
  return {
    values,
    /** What the input of a field needs. */
    field: <Name extends keyof Filters & string>(name: Name) => ({
      id: fieldIds[name],
      value: values[name],
      error: failed.includes(name) ? wrong[name] : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => change(name, event.currentTarget.value),
    }),
    change,
    /** Fills in these filters and searches for them; if any is wrong, its message is shown instead, with the focus. */
    search,
    onSubmit: (event: { readonly preventDefault: () => void }) => {
      event.preventDefault()
      search(values)
    },
  }
}

/** A filter in an address as it was typed: the router makes numbers and truth values of some texts. */
export function typedText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The filters that are not empty, trimmed, for the address and the server. */
export function chosenFilters<Filters extends { readonly [Name in keyof Filters]: string }>(
  filters: Filters,
): Record<string, string> {
  const typed = Object.entries<string>(filters).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

/** Whether a search would find what is shown, so that the list is read again instead. */
export function isSameSearch<Filters extends { readonly [Name in keyof Filters]: string }>(
  one: Filters,
  other: Filters,
): boolean {
  return JSON.stringify(chosenFilters(one)) === JSON.stringify(chosenFilters(other))
}

interface FilterFrameProps {
  readonly label: string
  readonly onSubmit: (event: { readonly preventDefault: () => void }) => void
  readonly search: string
  readonly clear: string
  readonly onClear: () => void
  /** Few fields, each of them long. */
  readonly isWide?: boolean
  /** Beside the buttons. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** The filters above a list. */
export function FilterFrame({ label, onSubmit, search, clear, onClear, isWide, beside, children }: FilterFrameProps) {
  return (
    <form
      noValidate
      role="search"
      aria-label={label}
      className={`${box.card} ${classes.filters} ${isWide ? classes.wide : ''}`}
      data-no-print
      onSubmit={onSubmit}
    >
      {children}
      <div className={classes.buttons}>
        <Button type="submit">{search}</Button>
        <Button look="quiet" onClick={onClear}>
          {clear}
        </Button>
        {beside}
      </div>
    </form>
  )
}

interface PrintedFiltersProps {
  /** What is filtered by: the label of each field and what stands in it, which may be nothing. */
  readonly filters: Readonly<Record<string, string>>
}

/** On paper, instead of the form: what a list is filtered by. */
export function PrintedFilters({ filters }: PrintedFiltersProps) {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  if (set.length === 0) return null
  return <p className={classes.printed}>{set.map(([label, value]) => `${label}: ${value}`).join(' · ')}</p>
}
