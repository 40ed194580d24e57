import { type AuditEntry, auditDays, auditFields, auditValues, nothingThere } from '@portal/contract/audit-log'
import { CalendarDate } from '@portal/contract/dates'
import { discrepancyInWords } from '@portal/contract/discrepancies'
import { formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

/** A value of an entry before and after the change, in words; null where the record says nothing. */
interface ChangeInWords {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/**
 * The values of an entry in words, except those that did not change or that the action already says. The record itself
 * has names and codes.
 */
export function changesOf({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): ChangeInWords[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => ({
      name: nameInWords(name),
      before: before && valueInWords(action, name, before[name]),
      after: after && valueInWords(action, name, after[name]),
    }))
    .filter((change) => change.before !== change.after && change.after !== '')
}

/** Whom or what it was done to; a difference between the books is recorded by the name of its kind. */
export function subjectOf({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string {
  const [kind = '', ...rest] = subject.split(' ')
  const number = rest.join(' ')
  if (action === 'discrepancy-settled') return `${t(discrepancyInWords(kind))} ${number}`
  if (kind === 'payment') return t('payment {number}', { number })
  return kind === 'person' ? t('person {number}', { number }) : subject
}

function nameInWords(name: string): string {
  const known = auditFields[name]
  return known === undefined ? capitalized(spaced(name)) : t(known)
}

function valueInWords(action: AuditEntry['action'], name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueInWords(action, name, each)).join(', ') || t(nothingThere)
  const words = auditValues[`${action} ${name}`] ?? auditValues[name]
  const known = words?.[String(value)]
  if (known !== undefined) return t(known)
  if (value === undefined || value === null || value === '') return t(nothingThere)
  if (name === 'content') return textOf(value) || t(nothingThere)
  if (typeof value !== 'string') return JSON.stringify(value)
  const day = auditDays.includes(name) ? CalendarDate.safeParse(value) : null
  return day?.success ? formatDate(day.data) : value
}

/** The words of a formatted text (R14), which is recorded as it is or as JSON. */
function textOf(recorded: unknown): string {
  const words: string[] = []
  const content = typeof recorded === 'string' ? recorded : JSON.stringify(recorded)
  try {
    JSON.parse(content, (key, value: unknown) => {
      if (key === 'text' && typeof value === 'string') words.push(value)
      if (key === 'content') words.push(' ')
      return value
    })
  } catch {
    return content
  }
  return words.join('').replaceAll(/\s+/g, ' ').trim()
}

/** Turns `isVisible` and `is_visible` into `is visible`. */
function spaced(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
