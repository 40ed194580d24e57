import { type AuditEntry, auditActions, readAuditLog } from '@portal/contract/audit-log'
import { CalendarDate } from '@portal/contract/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { chosenFilters, typedText } from '../filters/filters.tsx'

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

/** The audit log, newest first; each page continues after the last entry of the previous one. */
export function useAuditLog(filters: AuditFilters) {
  const log = useInfiniteQuery({
    queryKey: ['audit-log', filters],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      await send(readAuditLog, {
        query: { ...chosenFilters(filters), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.id ?? null) : null),
  })
  const entries: AuditEntry[] = log.data?.pages.flatMap((page) => page.entries) ?? []
  return { log, entries }
}
