import { type AuditEntry, readAuditLog } from '@portal/contract/audit-log'
import { useInfiniteQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'

/** What is looked for; empty means anything. */
export interface AuditFilters {
  readonly action: string
  readonly actor: string
  /** `YYYY-MM-DD`, in the utility's time zone. */
  readonly from: string
  readonly to: string
}

export const noFilters: AuditFilters = { action: '', actor: '', from: '', to: '' }

/** The audit log, newest first; each further page goes on behind the last entry of the one before. */
export function useAuditLog(filters: AuditFilters) {
  const log = useInfiniteQuery({
    queryKey: ['audit-log', filters],
    initialPageParam: null,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
      await send(readAuditLog, { query: queryOf(filters, pageParam), signal }),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.id ?? null) : null),
    networkMode: 'always',
  })
  const entries: AuditEntry[] = log.data?.pages.flatMap((page) => page.entries) ?? []
  return { log, entries }
}

function queryOf(filters: AuditFilters, before: number | null) {
  const chosen = Object.entries(filters).filter(([, value]) => value.trim() !== '')
  return { ...Object.fromEntries(chosen), ...(before === null ? {} : { before }) }
}
