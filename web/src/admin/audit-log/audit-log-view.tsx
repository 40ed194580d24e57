import { auditLogTexts } from '@portal/contract/audit-log'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { plural, t } from '#ui/text/t.ts'
import { viewNames } from '../console-view.ts'
import { chosenFilters, isSameSearch, PrintedFilters } from '../filters/filters.tsx'
import { Rows } from '../lists/list-screen.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { AuditFilterForm, labelledFilters } from './audit-filter-form.tsx'
import { AuditTable } from './audit-table.tsx'
import { type AuditFilters, auditFilters, useAuditLog } from './use-audit-log.ts'

const route = getRouteApi(paths.adminDashboard)

/**
 * The audit log (level 1): what administrators and customers did, newest first (docs/security.md). Its filters are in
 * the address.
 */
export function AuditLogView() {
  const filters = auditFilters(route.useSearch())
  const navigate = route.useNavigate()
  const entries = useAuditLog(filters)
  const show = (wanted: AuditFilters) => {
    if (isSameSearch(wanted, filters)) void entries.list.refetch()
    else void navigate({ search: { view: 'audit-log', ...chosenFilters(wanted) }, resetScroll: false })
  }
  return (
    <ViewFrame
      title={t(viewNames['audit-log'])}
      lead={t('Every action in the console, and every customer login. Entries are permanent.')}
    >
      <AuditFilterForm filters={filters} onChange={show} />
      <PrintedFilters filters={labelledFilters(filters)} />
      <Rows
        of={entries}
        loading={t('Loading the audit log')}
        loadingRows={8}
        empty={t(auditLogTexts.empty)}
        isWholeView
        counted={(count) => plural(count, '1 entry', '{count} entries')}
        isSearched
        more={t('Show older entries')}
      >
        {(rows) => <AuditTable entries={rows} />}
      </Rows>
    </ViewFrame>
  )
}
