import { type AccountSummaryRow, accountsWithoutSearch } from '@portal/contract/account-summary'
import type { AccountNumber } from '@portal/contract/ids'
import { isDue } from '@portal/contract/owed'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, TextButton } from '#ui/button/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { Accounts, ShownRow } from '../accounts/use-accounts.ts'
import type { RowHandlers } from './account-row.tsx'
import { AccountTable } from './account-table.tsx'
import { byDueDate, isPastDue } from './debts.ts'
import { Gaps, PaidElsewhere, Progress, SummaryHead } from './summary-status.tsx'
import type { TickedLine, Ticks } from './ticks.ts'
import box from '#ui/page/card.module.css'
import own from './account-list.module.css'

const AccountSearch = lazyComponent(async () => (await import('../accounts/account-search.tsx')).AccountSearch)

interface AccountListProps extends RowHandlers {
  readonly accounts: Accounts
  readonly ticks: Ticks
  readonly lines: readonly TickedLine[]
  readonly marksWrong: boolean
  /** With the accounts that a search or a filter left, or null for all. */
  readonly onAll: (isTicked: boolean, found: readonly AccountSummaryRow[] | null) => void
  /** The bar below the table; it is given the ticked accounts that are not listed now. */
  readonly children: (list: { readonly hidden: readonly TickedLine[]; readonly showAll: () => void }) => ReactNode
}

const pageSize = 20

/** The card with 'Your Account Summary' (C§2.5): customers with many accounts search, filter, sort and page. */
export function AccountList({ accounts, ticks, lines, marksWrong, onAll, children, ...handlers }: AccountListProps) {
  const { rows, fillGaps, total } = accounts
  const [words, setWords] = useState('')
  const [found, setFound] = useState<ReadonlySet<AccountNumber> | null>(null)
  const [filter, setFilter] = useState<Filter>('all')
  const [order, setOrder] = useState<Order>('account')
  const [most, setMost] = useState(pageSize)
  const isPrinting = usePrinting()
  const choice = useDeferredValue(useMemo(() => ({ found, filter, order }), [found, filter, order]))
  const listed = useMemo(() => listedRows(rows, choice), [rows, choice])
  const isNarrowed = choice.found !== null || choice.filter !== 'all'
  const numbers = useMemo(() => new Set(listed.map(({ accID }) => accID)), [listed])
  const card = useRef<HTMLElement>(null)
  const showMore = (upTo: number) => {
    flushSync(() => setMost(upTo))
    // The button may be gone, and what follows is what has come.
    card.current?.querySelectorAll('tbody tr')[most]?.querySelector<HTMLElement>('a')?.focus()
  }
  const showAll = () => {
    setWords('')
    setFilter('all')
    setMost(rows.length)
  }
  return (
    <section ref={card} className={`${box.card} ${own.summary}`}>
      <SummaryHead accounts={accounts} shown={isNarrowed ? listed.length : rows.length} />
      <PaidElsewhere accounts={accounts} />
      <Gaps accounts={accounts} />
      {(total ?? 0) > accountsWithoutSearch ? (
        <div className={own.tools} data-no-print>
          <Suspense fallback={<div className={own.search} />}>
            <AccountSearch accounts={accounts} words={words} onWords={setWords} onFound={setFound} />
          </Suspense>
          <Filters rows={rows} filter={filter} onChange={setFilter} />
          <SelectField
            label={t('Sort by')}
            data={orders}
            value={order}
            onChange={(event) =>
              setOrder(orders.find(({ value }) => value === event.currentTarget.value)?.value ?? order)
            }
          />
        </div>
      ) : null}
      <AccountTable
        {...handlers}
        rows={isPrinting ? listed : listed.slice(0, most)}
        listed={listed}
        isOnly={total === 1}
        isNarrowed={isNarrowed}
        ticks={ticks}
        marksWrong={marksWrong}
        onAll={(isTicked) => onAll(isTicked, isNarrowed ? listed.flatMap(({ row }) => (row ? [row] : [])) : null)}
        onRetry={fillGaps}
        isRetrying={accounts.isFillingGaps}
      />
      {isNarrowed && listed.length === 0 && found === null ? <p>{t('No account is in this list.')}</p> : null}
      {listed.length > most ? (
        <div className={own.more} data-no-print>
          <p>{t('Showing {most} of {count} accounts', { most: String(most), count: String(listed.length) })}</p>
          <Button look="secondary" onClick={() => showMore(most + pageSize)}>
            {t('Show more')}
          </Button>
          <TextButton onClick={() => showMore(listed.length)}>{t('Show all')}</TextButton>
        </div>
      ) : null}
      <Progress accounts={accounts} />
      {children({ hidden: lines.filter(({ account }) => !numbers.has(account.accID)), showAll })}
    </section>
  )
}

/** True from before the browser lays the page out for paper until it has. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // At once: the browser prints what is there when its event has been heard.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

type Filter = 'owing' | 'past due' | 'all'
type Order = 'account' | 'due date' | 'amount'

const orders: readonly { readonly value: Order; readonly label: string }[] = [
  { value: 'account', label: t('Account ID') },
  { value: 'due date', label: t('Due date, earliest first') },
  { value: 'amount', label: t('Amount, largest first') },
]

interface Choice {
  readonly found: ReadonlySet<AccountNumber> | null
  readonly filter: Filter
  readonly order: Order
}

/** The rows that were found and pass the filter, in their order; what has not been loaded comes last. */
export function listedRows(rows: readonly ShownRow[], { found, filter, order }: Choice): readonly ShownRow[] {
  const left = rows.filter((shown) => (!found || found.has(shown.accID)) && passes(shown, filter))
  if (order === 'account') return left
  return left.toSorted((one, other) => {
    if (!one.row || !other.row) return Number(!one.row) - Number(!other.row)
    return order === 'amount' ? other.row.amount - one.row.amount : byDueDate(one.row, other.row)
  })
}

function passes({ row }: ShownRow, filter: Filter): boolean {
  if (filter === 'all') return true
  return row !== null && (filter === 'owing' ? isDue(row.amount) : isPastDue(row))
}

interface FiltersProps {
  readonly rows: readonly ShownRow[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

function Filters({ rows, filter, onChange }: FiltersProps) {
  const name = useId()
  const names = { owing: t('Owing only'), 'past due': t('Past due'), all: t('All') }
  return (
    <fieldset className={own.filters}>
      <legend>
        <HiddenText>{t('Show')}</HiddenText>
      </legend>
      {(['owing', 'past due', 'all'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={filter === one} onChange={() => onChange(one)} />
          {names[one]} {rows.filter((row) => passes(row, one)).length}
        </label>
      ))}
    </fieldset>
  )
}
