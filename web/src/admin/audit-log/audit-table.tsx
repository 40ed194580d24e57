import { type AuditEntry, auditActions } from '@portal/contract/audit-log'
import { auditLogTexts } from '@portal/contract/audit-log-texts'
import { formatInstant } from '@portal/contract/dates'
import { usePortalStart } from '#session/portal-start.tsx'
import { AuditChanges } from './audit-changes.tsx'
import classes from './audit-log.module.css'

/** Entries of the audit log: on small screens each is a card. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <caption className={classes.caption}>Times are {profile.timeZone} time.</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">To whom or what</th>
            <th scope="col">From where</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className={classes.when}>
                <time dateTime={entry.at}>{formatInstant(profile.timeZone, entry.at)}</time>
              </td>
              <th scope="row">{actorOf(entry)}</th>
              <td>
                {auditActions[entry.action]}
                {entry.outcome === 'refused' ? <span className={classes.refused}>{auditLogTexts.refused}</span> : null}
                <AuditChanges before={entry.before} after={entry.after} />
              </td>
              <td data-label="To">{entry.subject}</td>
              <td data-label="From">{entry.address}</td>
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
