import { auditActions } from '@portal/contract/audit-log'
import { auditLogTexts } from '@portal/contract/audit-log-texts'
import { type SubmitEvent, useRef, useState } from 'react'
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
export function AuditFilterForm({ filters, isPending, onChange }: AuditFilterFormProps) {
  const [typed, setTyped] = useState(filters)
  const [filledIn, setFilledIn] = useState(filters)
  // Not by a new key: a new form would lose the focus that the pressed button has.
  if (!isSame(filters, filledIn)) {
    setFilledIn(filters)
    setTyped(filters)
  }
  const [isReversed, setReversed] = useState(false)
  const toField = useRef<HTMLInputElement>(null)
  const change = (changed: Partial<AuditFilters>) => {
    setReversed(false)
    setTyped({ ...typed, ...changed })
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const reversed = typed.from !== '' && typed.to !== '' && typed.from > typed.to
    setReversed(reversed)
    if (reversed) toField.current?.focus()
    else onChange(typed)
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
        value={typed.action}
        onChange={(event) => change({ action: event.currentTarget.value })}
      />
      <TextField
        label={auditLogTexts.actor}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.actor}
        onChange={(event) => change({ actor: event.currentTarget.value })}
      />
      <TextField
        label={auditLogTexts.subject}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <TextField
        label={auditLogTexts.from}
        type="date"
        value={typed.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextField
        ref={toField}
        label={auditLogTexts.to}
        type="date"
        value={typed.to}
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

function isSame(one: AuditFilters, other: AuditFilters): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
