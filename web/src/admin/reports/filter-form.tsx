import { typedDateTexts } from '@portal/contract/dates'
import { paymentModes } from '@portal/contract/payments'
import { ReportSearch, reportsTexts, reportColumns } from '@portal/contract/reports'
import { useState } from 'react'
import { AccountNumberField, accountToSearchHint } from '#account/bill-fields.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { DownIcon } from '#ui/icons.tsx'
import { t } from '#ui/text/t.ts'
import { DateRanges } from '../filters/date-ranges.tsx'
import { chosenFilters, useFilterForm } from '../filters/filters.tsx'
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
  receipt: 'report-receipt',
  credit_card: 'report-card',
  username: 'report-username',
  mode: 'report-mode',
  accountId: 'report-account',
  auth_no: 'report-authorization',
} as const satisfies Record<keyof TypedFilters, string>

const check = checkBySchema(ReportSearch)
const modes = [{ value: '', label: t('Any') }, ...paymentModes]

/** The filters of the list of payments (A§5, A§7). The input stays until it is searched for or cleared. */
export function FilterForm({ filters, onSearch }: FilterFormProps) {
  const [isOpen, setOpen] = useState(false)
  const form = useFilterForm({ inAddress: filters, check, fieldIds, onSearch })
  const count = Object.keys(chosenFilters(filters)).length
  const field = (name: Exclude<keyof TypedFilters, 'mode'>) => ({
    autoComplete: 'off',
    spellCheck: false,
    ...form.field(name),
  })
  return (
    <form
      noValidate
      role="search"
      aria-label={t('Search payments')}
      className={`${box.box} ${classes.filters}`}
      data-open={isOpen || undefined}
      data-no-print
      onSubmit={form.onSubmit}
    >
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="report-filters"
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t('Filters ({count})', { count }) : t('Filters')}
        <DownIcon />
      </button>
      <div id="report-filters" className={classes.fields}>
        <TextField label={filterLabels.pay_date_start} hint={typedDateTexts.pattern} {...field('pay_date_start')} />
        <TextField label={filterLabels.pay_date_end} hint={typedDateTexts.pattern} {...field('pay_date_end')} />
        <TextField
          label={filterLabels.receipt}
          hint={t('W- number, transaction tag or reference number')}
          {...field('receipt')}
        />
        <TextField label={filterLabels.credit_card} hint={t('Card brand or last 4 digits')} {...field('credit_card')} />
        <TextField
          label={filterLabels.username}
          hint={t('Start of the username')}
          autoCapitalize="none"
          {...field('username')}
        />
        <SelectField label={filterLabels.mode} hint={t('Online or phoned in')} data={modes} {...form.field('mode')} />
        <AccountNumberField
          hint={accountToSearchHint}
          {...field('accountId')}
          onChange={(accountNumber) => form.change('accountId', accountNumber)}
        />
        <TextField label={filterLabels.auth_no} hint={t('As shown on the receipt')} {...field('auth_no')} />
        <div className={classes.buttons}>
          <Button type="submit">{t(reportsTexts.search)}</Button>
          <Button look="quiet" onClick={() => form.search(noFilters)}>
            {t(reportsTexts.clear)}
          </Button>
          <DateRanges
            label={t(reportsTexts.paymentsOf)}
            onChoose={({ from, to }) => form.search({ ...form.values, pay_date_start: from, pay_date_end: to })}
          />
        </div>
      </div>
    </form>
  )
}

/** The labels of the fields that filter the list of payments. */
export const filterLabels = {
  pay_date_start: t(typedDateTexts.from),
  pay_date_end: t(typedDateTexts.to),
  receipt: t(reportColumns.receipt_number),
  credit_card: t('Credit Card'),
  username: t(reportColumns.username),
  mode: t(reportColumns.mode),
  accountId: t(reportColumns.accountId),
  auth_no: t(reportColumns.auth_no),
} as const satisfies Record<keyof TypedFilters, string>

/** The filters by the labels of their fields, in the order of the form. */
export function labelledFilters(filters: TypedFilters): Record<string, string> {
  const typed = new Map(Object.entries({ ...filters }))
  return Object.fromEntries(Object.entries(filterLabels).map(([name, label]) => [label, typed.get(name) ?? '']))
}
