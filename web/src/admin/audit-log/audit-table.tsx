import { type AuditEntry, auditActions } from '@portal/contract/audit-log'
import { auditLogTexts } from '@portal/contract/audit-log-texts'
import { formatInstant } from '@portal/contract/dates'
import { usePortalStart } from '#session/portal-start.tsx'
import { tableRoles } from '#ui/table-roles.ts'
import { AuditChanges } from './audit-changes.tsx'
import classes from './audit-log.module.css'

/** Entries of the audit log: on small screens each is a card. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.card}>
      <table {...tableRoles.table} className={classes.table}>
        <caption className={classes.caption}>Times are {profile.timeZone} time.</caption>
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            <th {...tableRoles.columnHead}>When</th>
            <th {...tableRoles.columnHead}>Who</th>
            <th {...tableRoles.columnHead}>What</th>
            <th {...tableRoles.columnHead}>To whom or what</th>
            <th {...tableRoles.columnHead}>From where</th>
          </tr>
        </thead>
        <tbody {...tableRoles.rows}>
          {entries.map((entry) => (
            <tr key={entry.id} {...tableRoles.row}>
              <td {...tableRoles.cell} className={classes.when}>
                <time dateTime={entry.at}>{formatInstant(profile.timeZone, entry.at)}</time>
              </td>
              <th {...tableRoles.rowHead}>{actorOf(entry)}</th>
              <td {...tableRoles.cell}>
                {auditActions[entry.action]}{' '}
                {entry.outcome === 'refused' ? <span className={classes.refused}>{auditLogTexts.refused}</span> : null}
                <AuditChanges before={entry.before} after={entry.after} />
              </td>
              <td {...tableRoles.cell} data-label="To">
                {entry.subject}
              </td>
              <td {...tableRoles.cell} data-label="From">
                {entry.address}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function actorOf({ actor, actorKind }: AuditEntry): string {
  if (actorKind === 'system') return auditLogTexts.portal
  return actor === '' ? auditLogTexts.nobody : actor
}
