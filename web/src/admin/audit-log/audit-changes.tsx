import type { AuditEntry } from '@portal/contract/audit-log'
import classes from './audit-log.module.css'

type Values = AuditEntry['before']

/** The values before and after an audited change, field by field; nothing when the entry has none. */
export function AuditChanges({ before, after }: { readonly before: Values; readonly after: Values }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <dl className={classes.changes}>
      {names.map((name) => (
        <div key={name}>
          <dt>{words(name)}</dt>
          <dd>
            {before ? <del>{text(before[name])}</del> : null}
            {before && after ? <span aria-hidden="true"> → </span> : null}
            {after ? <ins>{text(after[name])}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Turns `isVisible` and `is_visible` into `is visible`. */
function words(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function text(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
