import { auditActions, auditLogTexts } from '@portal/contract/audit-log'
import { CalendarDate, formatDate, TypedDate, typedDateTexts } from '@portal/contract/dates'
import { z } from 'zod'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { checkBySchema } from '#ui/form/rule.ts'
import { t } from '#ui/text/t.ts'
import { DateField } from '../filters/date-field.tsx'
import { DateRanges } from '../filters/date-ranges.tsx'
import { FilterFrame, useFilterForm } from '../filters/filters.tsx'
import { type AuditFilters, noFilters } from './use-audit-log.ts'

interface AuditFilterFormProps {
  /** The filters in the address; when they change, the form is filled in again. */
  readonly filters: AuditFilters
  readonly onChange: (filters: AuditFilters) => void
}

const fieldIds = {
  action: 'audit-action',
  actor: 'audit-actor',
  subject: 'audit-subject',
  from: 'audit-from',
  to: 'audit-to',
} as const satisfies Record<keyof TypedAuditFilters, string>

const actions = [
  { value: '', label: t('All actions') },
  ...Object.entries(auditActions).map(([value, label]) => ({ value, label: t(label) })),
]

/** The filters of the audit log: action, actor, subject and days. */
export function AuditFilterForm({ filters, onChange }: AuditFilterFormProps) {
  const { values, field, change, search, onSubmit } = useFilterForm({
    inAddress: asTyped(filters),
    check: checkFilters,
    fieldIds,
    onSearch: (typed) => onChange(readTyped(typed)),
  })
  const words = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <FilterFrame
      label={t('Audit log')}
      onSubmit={onSubmit}
      search={t(auditLogTexts.search)}
      clear={t(auditLogTexts.clear)}
      onClear={() => search(noFilters)}
      beside={<DateRanges label={t('Date range:')} onChoose={(dates) => search({ ...values, ...dates })} />}
    >
      <SelectField label={t(auditLogTexts.action)} data={actions} {...field('action')} />
      <TextField label={t(auditLogTexts.actor)} {...words} {...field('actor')} />
      <TextField label={t(auditLogTexts.subject)} {...words} {...field('subject')} />
      <DateField label={t(typedDateTexts.from)} {...field('from')} onPick={(typed) => change('from', typed)} />
      <DateField label={t(typedDateTexts.to)} {...field('to')} onPick={(typed) => change('to', typed)} />
    </FilterFrame>
  )
}

/** The filters as they stand in the form, with days as `MM/DD/YYYY`. */
export type TypedAuditFilters = { readonly [Name in keyof AuditFilters]: string }

const Days = z
  .object({ from: TypedDate, to: TypedDate })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: typedDateTexts.reversedDates })

/** The errors of the days by field. */
export const checkFilters = checkBySchema(Days)

/** The filters of an address, as they are typed. */
export function asTyped(filters: AuditFilters): TypedAuditFilters {
  return { ...filters, from: typedDay(filters.from), to: typedDay(filters.to) }
}

/** The filters that were typed, once they have been checked. */
export function readTyped(typed: TypedAuditFilters): AuditFilters {
  const { from = '', to = '' } = Days.parse(typed)
  return { ...typed, from, to }
}

function typedDay(date: string): string {
  const day = CalendarDate.safeParse(date)
  return day.success ? formatDate(day.data) : ''
}

/** The filters by the labels of their fields, the action in words. */
export function labelledFilters(filters: AuditFilters): Record<string, string> {
  const { action, actor, subject, from, to } = asTyped(filters)
  return {
    [auditLogTexts.action]: Object.entries<string>(auditActions).find(([name]) => name === action)?.[1] ?? '',
    [auditLogTexts.actor]: actor,
    [auditLogTexts.subject]: subject,
    [typedDateTexts.from]: from,
    [typedDateTexts.to]: to,
  }
}
