import { auditActions, readAuditLog } from '@portal/contract/audit-log'
import { CalendarDate } from '@portal/contract/dates'
import { send } from '#api/send.ts'
import { chosenFilters, typedText } from '../filters/filters.tsx'
import { usePages } from '../lists/list-screen.tsx'

/** The filters; an empty one matches anything. */
export interface AuditFilters {
  readonly action: string
  readonly actor: string
  readonly subject: string
  /** `YYYY-MM-DD`, in the utility's time zone. */
  readonly from: string
  readonly to: string
}

export const noFilters: AuditFilters = { action: '', actor: '', subject: '', from: '', to: '' }

/** Reads the filters of `/admin-dashboard?view=audit-log&…`; invalid ones are ignored. */
export function auditFilters({ action, actor, subject, from, to }: Readonly<Record<string, unknown>>): AuditFilters {
  return {
    action: typeof action === 'string' && Object.hasOwn(auditActions, action) ? action : '',
    actor: typedText(actor),
    subject: typedText(subject),
    from: CalendarDate.safeParse(from).data ?? '',
    to: CalendarDate.safeParse(to).data ?? '',
  }
}

/** The audit log, newest first. */
export function useAuditLog(filters: AuditFilters) {
  return usePages({
    queryKey: ['audit-log', filters],
    read: async (before: number | undefined, signal) =>
      await send(readAuditLog, { query: { ...chosenFilters(filters), before }, signal }),
    rowsOf: (page) => page.entries,
    lastOf: ({ id }) => id,
  })
}
