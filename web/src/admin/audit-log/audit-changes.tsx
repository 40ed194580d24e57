import type { AuditEntry } from '@portal/contract/audit-log'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import { changesOf } from './in-words.ts'
import classes from './audit-log.module.css'

/** The values before and after an audited change, field by field; nothing when the entry has none. */
export function AuditChanges({ entry }: { readonly entry: AuditEntry }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
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
