import { auditLogTexts } from '@portal/contract/audit-log'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { viewNames } from '../console-view.ts'
import { chosenFilters, PrintedFilters } from '../filters/filters.tsx'
import { ShowMore } from '../view-parts/show-more.tsx'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import { AuditFilterForm, labelledFilters } from './audit-filter-form.tsx'
import { AuditTable } from './audit-table.tsx'
import { type AuditFilters, auditFilters, useAuditLog } from './use-audit-log.ts'
import classes from './audit-log.module.css'

const route = getRouteApi(paths.adminDashboard)

/**
 * The audit log (level 1): what administrators and customers did, newest first (docs/security.md). Its filters are in
 * the address.
 */
export function AuditLogView() {
  const filters = auditFilters(route.useSearch())
  const navigate = route.useNavigate()
  const { log, entries } = useAuditLog(filters)
  const show = (wanted: AuditFilters) => {
    const chosen = chosenFilters(wanted)
    if (JSON.stringify(chosen) === JSON.stringify(chosenFilters(filters))) void log.refetch()
    else void navigate({ search: { view: 'audit-log', ...chosen }, resetScroll: false })
  }
  return (
    <ViewFrame title={t(viewNames['audit-log'])} lead={t(auditLogTexts.lead)}>
      <AuditFilterForm filters={filters} onChange={show} />
      <PrintedFilters filters={labelledFilters(filters)} />
      {log.isError ? <Retry error={log.error} onTryAgain={log.refetch} /> : null}
      {log.isPending ? <Loading what={t('Loading the audit log')} rows={8} /> : null}
      {log.isSuccess && entries.length === 0 ? <p className={classes.empty}>{t(auditLogTexts.empty)}</p> : null}
      {entries.length > 0 ? <AuditTable entries={entries} /> : null}
      <ShowMore
        list={log}
        rows={entries.length}
        counted={(count) => plural(count, '1 entry', '{count} entries')}
        isSearched
        label={t(auditLogTexts.older)}
      />
    </ViewFrame>
  )
}
