import { auditActions } from '@portal/contract/audit-log'
import { auditLogTexts } from '@portal/contract/audit-log-texts'
import { CalendarDate, formatDate } from '@portal/contract/dates'
import { TypedDate, typedDateTexts } from '@portal/contract/typed-date'
import { z } from 'zod'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import type { AuditFilters } from './use-audit-log.ts'

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
