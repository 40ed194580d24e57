import { type AuditEntry, auditActionInWords, auditLogTexts } from '@portal/contract/audit-log'
import { formatInstant } from '@portal/contract/dates'
import { usePortalStart } from '#api/portal-start.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { t } from '#ui/text/t.ts'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import { changesOf, subjectOf } from './in-words.ts'
import box from '#ui/page/card.module.css'
import classes from './audit-log.module.css'

/** A table of audit log entries; on small screens each is a card. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { profile } = usePortalStart()
  return (
    <CardFrame data-lines className={`${box.card} ${classes.card}`}>
      <Table className={classes.table}>
        <caption className={classes.caption}>
          {t('Times are in the {timeZone} time zone.', { timeZone: profile.timeZone })}
        </caption>
        <TableHead>
          <ColumnHead>{t('Time')}</ColumnHead>
          <ColumnHead>{t('User')}</ColumnHead>
          <ColumnHead>{t('Action')}</ColumnHead>
          <ColumnHead>{t('Applied to')}</ColumnHead>
          <ColumnHead>{t('IP address')}</ColumnHead>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={entry.id}>
              <Cell className={classes.when}>
                <time dateTime={entry.at}>{formatInstant(profile, entry.at)}</time>
              </Cell>
              <RowHead>
                <LineBreaks>{actorOf(entry)}</LineBreaks>
              </RowHead>
              <Cell>
                {t(auditActionInWords(entry.action))}{' '}
                {entry.outcome === 'refused' ? (
                  <span className={classes.refused}>{t(auditLogTexts.refused)}</span>
                ) : null}
                <AuditChanges entry={entry} />
              </Cell>
              <Cell label={t('To')}>
                <LineBreaks>{subjectOf(entry)}</LineBreaks>
              </Cell>
              <Cell label={t('From')}>{entry.address}</Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}

function actorOf({ actor, actorKind }: AuditEntry): string {
  if (actorKind === 'system') return t(auditLogTexts.portal)
  return actor === '' ? t(auditLogTexts.nobody) : actor
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
