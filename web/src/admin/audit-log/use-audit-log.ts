import { type AuditEntry, auditActions, readAuditLog } from '@portal/contract/audit-log'
import { CalendarDate } from '@portal/contract/dates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** What is looked for; empty means anything. */
export interface AuditFilters {
  readonly action: string
  readonly actor: string
  readonly subject: string
  /** `YYYY-MM-DD`, in the utility's time zone. */
  readonly from: string
  readonly to: string
}

export const noFilters: AuditFilters = { action: '', actor: '', subject: '', from: '', to: '' }

/** Reads the filters of `/admin-dashboard?view=audit-log&…`; what does not fit is as if it were not there. */
export function auditFilters({ action, actor, subject, from, to }: Readonly<Record<string, unknown>>): AuditFilters {
  return {
    action: typeof action === 'string' && Object.hasOwn(auditActions, action) ? action : '',
    actor: textIn(actor),
    subject: textIn(subject),
    from: CalendarDate.safeParse(from).data ?? '',
    to: CalendarDate.safeParse(to).data ?? '',
  }
}

/** Digits in an address are read as a number; here they are a text. */
function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The filters that are not empty, without the spaces around them: what the address and the server are told. */
export function chosenFilters(filters: AuditFilters): Record<string, string> {
  const typed = Object.entries(filters).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

/** The audit log, newest first; each further page goes on behind the last entry of the one before. */
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
    networkMode: 'always',
  })
  const entries: AuditEntry[] = log.data?.pages.flatMap((page) => page.entries) ?? []
  return { log, entries }
}
