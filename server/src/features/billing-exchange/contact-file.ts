import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { StoredContactChange } from '../../database/tables/billing.ts'
import { extractLine, unescapeField } from './extract-line.ts'

/** One contact change as the billing system is to make it. */
export interface ExportedChange {
  changeNumber: number
  personId: string
  changedAt: Instant
  changeDate: CalendarDate
  detail: StoredContactChange
}

/** What a contact file says it holds. */
export interface ContactFileTotals {
  transmitId: string
  changes: number
  /** The sum of the change numbers. */
  hashTotal: number
}

/** Source of every file. */
const externalSource = 'PORTAL'

const actionCodes = { add: 'A', update: 'U', delete: 'D' } as const

/**
 * The contact file (docs/extract-format.md): a control line over changes, each over its own lines; either says how many
 * lines the next level has. The same changes always give the same bytes.
 */
export function contactFile(transmitId: string, transmittedAt: Instant, changes: readonly ExportedChange[]): string {
  const bodies = changes.map((change) => linesOf(transmitId, change))
  const lines = bodies.flat()
  const hashTotal = changes.reduce((sum, change) => sum + change.changeNumber, 0)
  const head = [externalSource, transmitId, transmittedAt, changes.length, lines.length, hashTotal]
  return `${[extractLine('CTL', head), ...lines].join('\n')}\n`
}

function linesOf(transmitId: string, change: ExportedChange): string[] {
  const { emailAddress, address, phones } = change.detail
  const below = [
    ...(emailAddress === undefined ? [] : [extractLine('EML', [emailAddress])]),
    ...(address
      ? [
          extractLine('ADR', [
            address.address1,
            address.address2,
            address.city,
            address.state,
            address.postal,
            address.country,
          ]),
        ]
      : []),
    ...phones.map((phone) =>
      extractLine('PHN', [
        actionCodes[phone.action],
        phone.type,
        phone.action === 'add' ? null : phone.sequence,
        phone.action === 'delete' ? null : phone.number,
      ]),
    ),
  ]
  const { changeNumber, personId, changedAt, changeDate } = change
  const names = [externalSource, transmitId, changeNumber, personId, changedAt, changeDate]
  return [extractLine('CHG', [...names, below.length]), ...below]
}

/**
 * Adds a contact file up again, as the billing system will.
 * @throws Error naming the level whose control totals are not what stands below it.
 */
export function verifyContactFile(text: string): ContactFileTotals {
  const lines = text.split('\n').map((line) => line.split('|').map(unescapeField))
  if (lines.pop()?.join('') !== '') throw new Error('The contact file does not end with a newline')
  const [control = [], ...below] = lines
  if (control[0] !== 'CTL') throw new Error('The contact file does not begin with its control line')
  const changes: { number: number; announced: number; lines: number }[] = []
  for (const fields of below) {
    const open = changes.at(-1)
    if (fields[0] === 'CHG') changes.push({ number: Number(fields[3]), announced: Number(fields[7]), lines: 0 })
    else if (open && ['EML', 'ADR', 'PHN'].includes(fields[0] ?? '')) open.lines += 1
    else throw new Error('The contact file has a line outside a change')
  }
  for (const change of changes)
    if (change.lines !== change.announced) throw new Error(`The control total of change ${change.number} is wrong`)
  const hashTotal = changes.reduce((sum, change) => sum + change.number, 0)
  const said = { changes: Number(control[4]), lines: Number(control[5]), hashTotal: Number(control[6]) }
  if (changes.length !== said.changes || below.length !== said.lines || hashTotal !== said.hashTotal)
    throw new Error('The control totals of the contact file are wrong')
  return { transmitId: control[2] ?? '', changes: changes.length, hashTotal }
}
