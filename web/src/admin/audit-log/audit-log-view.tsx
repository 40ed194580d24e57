import { auditLogTexts } from '@portal/contract/audit-log-texts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/loading.tsx'
import { viewNames } from '../console-view.ts'
import { Retry } from '../retry.tsx'
import { ViewFrame } from '../view-frame.tsx'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { AuditTable } from './audit-table.tsx'
import classes from './audit-log.module.css'
import { noFilters, useAuditLog } from './use-audit-log.ts'

/** The audit log (level 1): what administrators and customers did, newest first (design §7). */
export function AuditLogView() {
  const [filters, setFilters] = useState(noFilters)
  const { log, entries } = useAuditLog(filters)
  return (
    <ViewFrame title={viewNames['audit-log']} lead={auditLogTexts.lead}>
      <AuditFilterForm isPending={log.isFetching && !log.isFetchingNextPage} onChange={setFilters} />
      {log.isError ? <Retry error={log.error} onTryAgain={log.refetch} /> : null}
      {log.isPending ? <Loading what="Loading the audit log" rows={8} /> : null}
      {log.isSuccess && entries.length === 0 ? <p className={classes.empty}>{auditLogTexts.empty}</p> : null}
      {entries.length > 0 ? <AuditTable entries={entries} /> : null}
      <p role="status" className={classes.count}>
        {entries.length === 0 ? '' : `${entries.length} entries shown${log.hasNextPage ? '' : ', all there are'}`}
      </p>
      {log.hasNextPage ? (
        <div>
          <Button look="secondary" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {auditLogTexts.older}
          </Button>
        </div>
      ) : null}
    </ViewFrame>
  )
}
