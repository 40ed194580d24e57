import { type AuditEntry, auditActionInWords } from '@portal/contract/audit-log'
import { usePortalStart } from '#api/portal-start.tsx'
import { CardFrame } from '#ui/table/table.tsx'
import { t } from '#ui/text/t.ts'
import { type Column, ColumnTable } from '../lists/list-table.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import { At } from '../view-parts/times.tsx'
import { changesOf, subjectOf } from './in-words.ts'
import box from '#ui/page/card.module.css'
import classes from './audit-log.module.css'

const columns: readonly Column<AuditEntry>[] = [
  { name: t('Time'), isPlain: true, className: classes.when, value: ({ at }) => <At instant={at} /> },
  { name: t('User'), kind: 'head', value: (entry) => <LineBreaks>{actorOf(entry)}</LineBreaks> },
  {
    name: t('Action'),
    isPlain: true,
    value: (entry) => (
      <>
        {t(auditActionInWords(entry.action))}{' '}
        {entry.outcome === 'refused' ? <span className={classes.refused}>{t('Rejected')}</span> : null}
        <AuditChanges entry={entry} />
      </>
    ),
  },
  { name: t('Applied to'), label: t('To'), value: (entry) => <LineBreaks>{subjectOf(entry)}</LineBreaks> },
  { name: t('IP address'), label: t('From'), value: ({ address }) => address },
]

/** A table of audit log entries; on small screens each is a card. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { profile } = usePortalStart()
  return (
    <CardFrame data-lines className={`${box.card} ${classes.card}`}>
      <ColumnTable
        className={classes.table}
        caption={
          <caption className={classes.caption}>
            {t('Times are in the {timeZone} time zone.', { timeZone: profile.timeZone })}
          </caption>
        }
        columns={columns}
        rows={entries}
        keyOf={({ id }) => id}
      />
    </CardFrame>
  )
}

function actorOf({ actor, actorKind }: AuditEntry): string {
  if (actorKind === 'system') return t('System')
  return actor === '' ? t('Not logged in') : actor
}

/** The values before and after an audited change, field by field; nothing when the entry has none. */
export function AuditChanges({ entry }: { readonly entry: AuditEntry }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            {before === null ? null : (
              <del>
                <LineBreaks>{before}</LineBreaks>
              </del>
            )}
            {before === null || after === null ? null : <span aria-hidden="true"> → </span>}
            {after === null ? null : (
              <ins>
                <LineBreaks>{after}</LineBreaks>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
