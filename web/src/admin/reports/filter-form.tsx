import { TypedDate, typedDateTexts } from '@portal/contract/dates'
import { paymentModes } from '@portal/contract/payments'
import { ReportSearch, paymentMakers, paymentMethods, reportsTexts, reportColumns } from '@portal/contract/reports'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AccountNumberField } from '#account/bill-fields.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button, TextButton } from '#ui/button/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { checkBySchema } from '#ui/form/rule.ts'
import { DownIcon } from '#ui/icons.tsx'
import { formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { DateField } from '../filters/date-field.tsx'
import { DateRanges } from '../filters/date-ranges.tsx'
import { useFilterForm } from '../filters/filters.tsx'
import { type TypedFilters, noFilters } from './report-address.ts'
import box from '#ui/page/card.module.css'
import classes from './filter-form.module.css'

interface FilterFormProps {
  /** The filters in the address; when they change, the form is filled in again. */
  readonly filters: TypedFilters
  readonly onSearch: (filters: TypedFilters) => void
}

const fieldIds = {
  pay_date_start: 'report-start',
  pay_date_end: 'report-end',
  mode: 'report-mode',
  made_by: 'report-maker',
  method: 'report-method',
  accountId: 'report-account',
  receipt: 'report-receipt',
  credit_card: 'report-card',
  username: 'report-username',
  auth_no: 'report-authorization',
  amount: 'report-amount',
} as const satisfies Record<keyof TypedFilters, string>

const check = checkBySchema(ReportSearch)
const modes = [{ value: '', label: t('Any') }, ...paymentModes]
const makers = [{ value: '', label: t('Any') }, ...paymentMakers]
const methods = [{ value: '', label: t('Any') }, ...paymentMethods]

/**
 * The filters of the list of payments (A§5, A§7): a line of chips that say what is filtered by, each of which opens its
 * fields. The input stays until it is searched for or cleared.
 */
export function FilterForm({ filters, onSearch }: FilterFormProps) {
  const { chips, opened, toggle, close } = useChips()
  const { savesCards, profile } = usePortalStart()
  const form = useFilterForm({
    inAddress: filters,
    check,
    fieldIds,
    onSearch: (typed) => {
      close()
      onSearch(typed)
    },
  })
  const words = (name: Exclude<keyof TypedFilters, 'mode' | 'made_by' | 'method'>) => ({
    autoComplete: 'off',
    spellCheck: false,
    label: filterLabels[name],
    ...form.field(name),
  })
  const date = (name: 'pay_date_start' | 'pay_date_end') => (
    <DateField label={filterLabels[name]} {...form.field(name)} onPick={(typed) => form.change(name, typed)} />
  )
  const fields: Record<ChipName, ReactNode> = {
    dates: (
      <>
        {date('pay_date_start')}
        {date('pay_date_end')}
        <DateRanges
          label={t(reportsTexts.paymentsOf)}
          onChoose={({ from, to }) => form.search({ ...form.values, pay_date_start: from, pay_date_end: to })}
        />
      </>
    ),
    mode: (
      <SelectField label={filterLabels.mode} hint={t('Online or phoned in')} data={modes} {...form.field('mode')} />
    ),
    maker: <MakerField {...form.field('made_by')} />,
    method: <SelectField label={filterLabels.method} data={methods} {...form.field('method')} />,
    account: (
      <AccountNumberField
        isSearch
        {...words('accountId')}
        onChange={(accountNumber) => form.change('accountId', accountNumber)}
      />
    ),
    receipt: <TextField hint={t('W- number, transaction tag or reference number')} {...words('receipt')} />,
    card: <TextField hint={t('Card brand or last 4 digits')} {...words('credit_card')} />,
    username: <TextField hint={t('Start of the username')} autoCapitalize="none" {...words('username')} />,
    authorization: <TextField hint={t('As shown on the receipt')} {...words('auth_no')} />,
    amount: <TextField hint={t('Such as 85.20, or 50 to 100')} {...words('amount')} />,
  }
  const shown = chipsOf(form.values, { makers: savesCards === true, methods: profile.bankPayments !== null })
  const isWrong = (names: readonly (keyof TypedFilters)[]) => names.some((name) => form.field(name).error)
  return (
    <form
      noValidate
      role="search"
      aria-label={t('Search payments')}
      className={classes.filters}
      data-no-print
      onSubmit={form.onSubmit}
    >
      <div ref={chips} className={classes.chips}>
        {shown.map(({ name, text, names, isSet }) => (
          <button
            key={name}
            type="button"
            className={classes.chip}
            data-set={isSet || undefined}
            aria-expanded={opened === name || isWrong(names)}
            aria-controls={panelOf(name)}
            onClick={() => toggle(name)}
          >
            {text}
            <DownIcon size={16} />
          </button>
        ))}
        <Button type="submit">{t(reportsTexts.search)}</Button>
        <TextButton onClick={() => form.search(noFilters)}>{t(reportsTexts.clear)}</TextButton>
      </div>
      {shown.map(({ name, names }) => (
        <div
          key={name}
          id={panelOf(name)}
          className={`${box.box} ${classes.panel}`}
          hidden={opened !== name && !isWrong(names)}
        >
          {fields[name]}
        </div>
      ))}
    </form>
  )
}

/** Which chip is open. The focus goes into its first field, and back to the chip when that is folded away. */
function useChips() {
  const [opened, setOpened] = useState<ChipName | null>(null)
  const chips = useRef<HTMLDivElement>(null)
  const close = () => {
    const panel = document.activeElement?.closest(`.${classes.panel}`)
    if (panel) chips.current?.querySelector<HTMLElement>(`[aria-controls="${panel.id}"]`)?.focus()
    setOpened(null)
  }
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape' && chips.current?.parentElement?.contains(document.activeElement)) close()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return {
    chips,
    opened,
    toggle: (name: ChipName) => {
      const closes = opened === name
      flushSync(() => setOpened(closes ? null : name))
      if (!closes) document.getElementById(panelOf(name))?.querySelector<HTMLElement>('input,select')?.focus()
    },
    close,
  }
}

function MakerField(field: Omit<ComponentProps<typeof SelectField>, 'label' | 'data'>) {
  const hint = t('A customer, AutoPay or a scheduled payment')
  return <SelectField label={filterLabels.made_by} hint={hint} data={makers} {...field} />
}

type ChipName =
  | 'dates'
  | 'mode'
  | 'maker'
  | 'method'
  | 'account'
  | 'receipt'
  | 'card'
  | 'username'
  | 'authorization'
  | 'amount'

const panelOf = (name: ChipName) => `report-filter-${name}`

interface Chip {
  readonly name: ChipName
  readonly text: string
  /** The filters whose fields it opens. */
  readonly names: readonly (keyof TypedFilters)[]
  readonly isSet: boolean
}

/** What each chip says: the name of its filter, and what is filtered by. */
function chipsOf(typed: TypedFilters, has: Readonly<Record<'makers' | 'methods', boolean>>): Chip[] {
  const chip = (name: ChipName, of: keyof TypedFilters, label: string): Chip => {
    const value = typed[of].trim()
    return { name, names: [of], isSet: value !== '', text: value ? `${label}: ${value}` : label }
  }
  const dates = datesInWords(typed)
  return [
    { name: 'dates', names: ['pay_date_start', 'pay_date_end'], isSet: dates !== '', text: dates || t('Dates: Any') },
    chip('mode', 'mode', typed.mode ? t('Mode') : t('Mode: Any')),
    ...(has.makers ? [chip('maker', 'made_by', typed.made_by ? t('Made by') : t('Made by: Any'))] : []),
    ...(has.methods ? [chip('method', 'method', typed.method ? t('Method') : t('Method: Any'))] : []),
    chip('account', 'accountId', t('Account')),
    chip('amount', 'amount', t('Amount')),
    chip('receipt', 'receipt', t('Receipt')),
    chip('card', 'credit_card', t('Card')),
    chip('username', 'username', t('Username')),
    chip('authorization', 'auth_no', t('Authorization')),
  ]
}

/** Such as '11/01/2026 – 11/27/2026'; as typed while that is no date, and empty without dates. */
function datesInWords({ pay_date_start, pay_date_end }: TypedFilters): string {
  const [from, to] = [TypedDate.safeParse(pay_date_start), TypedDate.safeParse(pay_date_end)]
  if (!from.success || !to.success) return [pay_date_start, pay_date_end].filter(Boolean).join(' – ')
  if (from.data && from.data === to.data) return formatDate(from.data)
  if (from.data && to.data) return `${formatDate(from.data)} – ${formatDate(to.data)}`
  if (from.data) return t('From {date}', { date: formatDate(from.data) })
  return to.data ? t('Until {date}', { date: formatDate(to.data) }) : ''
}

/** The labels of the fields that filter the list of payments. */
export const filterLabels = {
  pay_date_start: t(typedDateTexts.from),
  pay_date_end: t(typedDateTexts.to),
  receipt: t(reportColumns.receipt_number),
  credit_card: t('Credit Card'),
  username: t(reportColumns.username),
  mode: t(reportColumns.mode),
  made_by: t(reportColumns.made_by),
  method: t(reportColumns.method),
  accountId: t(reportColumns.accountId),
  auth_no: t(reportColumns.auth_no),
  amount: t(reportColumns.amount),
} as const satisfies Record<keyof TypedFilters, string>

/** The filters by the labels of their fields, in the order of the form. */
export function labelledFilters(filters: TypedFilters): Record<string, string> {
  const typed = new Map(Object.entries({ ...filters }))
  return Object.fromEntries(Object.entries(filterLabels).map(([name, label]) => [label, typed.get(name) ?? '']))
}
