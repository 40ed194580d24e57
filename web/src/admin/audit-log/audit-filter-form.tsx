import { auditActions } from '@portal/contract/audit-log'
import { auditLogTexts } from '@portal/contract/audit-log-texts'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import box from '#ui/card.module.css'
import { SelectField, TextField } from '#ui/field.tsx'
import classes from './audit-log.module.css'
import { type AuditFilters, noFilters } from './use-audit-log.ts'

interface AuditFilterFormProps {
  /** The filters in the address; when they change, the form is filled in again. */
  readonly filters: AuditFilters
  readonly isPending: boolean
  readonly onChange: (filters: AuditFilters) => void
}

const actions = [
  { value: '', label: auditLogTexts.anything },
  ...Object.entries(auditActions).map(([value, label]) => ({ value, label })),
]

/** The filters of the audit log: action, actor, subject and days. */
export function AuditFilterForm({
  filters: { action, actor, subject, from, to },
  isPending,
  onChange,
}: AuditFilterFormProps) {
  const [filters, setFilters] = useState(noFilters)
  useEffect(() => setFilters({ action, actor, subject, from, to }), [action, actor, subject, from, to])
  const [isReversed, setReversed] = useState(false)
  const toField = useRef<HTMLInputElement>(null)
  const change = (changed: Partial<AuditFilters>) => {
    setReversed(false)
    setFilters({ ...filters, ...changed })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const reversed = filters.from !== '' && filters.to !== '' && filters.from > filters.to
    setReversed(reversed)
    if (reversed) toField.current?.focus()
    else onChange(filters)
  }
  const clear = () => {
    change(noFilters)
    onChange(noFilters)
  }
  return (
    <form
      noValidate
      role="search"
      aria-label="Audit log"
      className={`${box.card} ${classes.filters}`}
      onSubmit={submit}
    >
      <SelectField
        label={auditLogTexts.action}
        data={actions}
        value={filters.action}
        onChange={(event) => change({ action: event.currentTarget.value })}
      />
      <TextField
        label={auditLogTexts.actor}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={filters.actor}
        onChange={(event) => change({ actor: event.currentTarget.value })}
      />
      <TextField
        label={auditLogTexts.subject}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={filters.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <TextField
        label={auditLogTexts.from}
        type="date"
        value={filters.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextField
        ref={toField}
        label={auditLogTexts.to}
        type="date"
        value={filters.to}
        error={isReversed ? auditLogTexts.daysReversed : null}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <div className={classes.buttons}>
        <Button type="submit" busy={isPending}>
          {auditLogTexts.search}
        </Button>
        <Button look="quiet" onClick={clear}>
          {auditLogTexts.clear}
        </Button>
      </div>
    </form>
  )
}
