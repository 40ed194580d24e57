import type { ContactEdit } from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import { linesOfFile, lineType } from './lines.ts'

interface ExportedChange {
  changeNumber: number
  personId: string
  changedAt: Instant
  changeDate: CalendarDate
  detail: ContactEdit
}

/** Of every file. */
const externalSource = 'PORTAL'

const actionCodes = { add: 'A', update: 'U', delete: 'D' } as const

/** Control line, then each change with its lines (docs/extract-format.md). Same changes, same bytes. */
export function contactFile(transmitId: string, transmittedAt: Instant, changes: readonly ExportedChange[]): string {
  const bodies = changes.map((change) => linesOf(transmitId, change))
  const lines = bodies.flat()
  const hashTotal = changes.reduce((sum, change) => sum + change.changeNumber, 0)
  const control = controlLine.write({
    source: externalSource,
    transmitId,
    madeAt: transmittedAt,
    changes: changes.length,
    lines: lines.length,
    hashTotal,
  })
  return `${[control, ...lines].join('\n')}\n`
}

function linesOf(transmitId: string, { detail, ...change }: ExportedChange): string[] {
  const below = detailLines(detail)
  return [changeLine.write({ ...change, source: externalSource, transmitId, lines: below.length }), ...below]
}

function detailLines({ emailAddress, address, phones, billRoutes = [] }: ContactEdit): string[] {
  const lines = phones.map((phone) =>
    phoneLine.write({
      action: actionCodes[phone.action],
      type: phone.type,
      sequence: phone.action === 'add' ? null : phone.sequence,
      number: phone.action === 'delete' ? null : phone.number,
    }),
  )
  if (address) lines.unshift(addressLine.write(address))
  if (emailAddress !== undefined) lines.unshift(emailLine.write({ emailAddress }))
  return [...lines, ...billRoutes.map((change) => routeLine.write(change))]
}

export interface ContactFileTotals {
  transmitId: string
  changes: number
  /** The sum of the change numbers. */
  hashTotal: number
}

/** As the billing system will. @throws Error naming the level whose control totals do not match */
export function verifyContactFile(text: string): ContactFileTotals {
  const [first = '', ...below] = linesOfFile(text, 'contact file')
  const control = controlLine.read(first)
  if (!control) throw new Error('The contact file does not begin with its control line')
  const changes = changesOf(below)
  for (const change of changes)
    if (change.lines !== change.announced) throw new Error(`The control total of change ${change.number} is wrong`)
  const hashTotal = changes.reduce((sum, change) => sum + change.number, 0)
  const isRight =
    changes.length === Number(control('changes')) &&
    below.length === Number(control('lines')) &&
    hashTotal === Number(control('hashTotal'))
  if (!isRight) throw new Error('The control totals of the contact file are wrong')
  return { transmitId: control('transmitId'), changes: changes.length, hashTotal }
}

/** With the number of lines announced, and that of those that follow. */
function changesOf(lines: readonly string[]): { number: number; announced: number; lines: number }[] {
  const changes: ReturnType<typeof changesOf> = []
  for (const line of lines) {
    const open = changes.at(-1)
    const change = changeLine.read(line)
    const isDetail = [emailLine, addressLine, phoneLine, routeLine].some((type) => type.read(line) !== null)
    if (change) changes.push({ number: Number(change('changeNumber')), announced: Number(change('lines')), lines: 0 })
    else if (open && isDetail) open.lines += 1
    else throw new Error('The contact file has a line outside a change')
  }
  return changes
}

const controlLine = lineType('CTL', ['source', 'transmitId', 'madeAt', 'changes', 'lines', 'hashTotal'])

/** Described by the lines below it. */
const changeLine = lineType('CHG', [
  'source',
  'transmitId',
  'changeNumber',
  'personId',
  'changedAt',
  'changeDate',
  'lines',
])

const emailLine = lineType('EML', ['emailAddress'])

const addressLine = lineType('ADR', ['address1', 'address2', 'city', 'state', 'postal', 'country'])

const phoneLine = lineType('PHN', ['action', 'type', 'sequence', 'number'])

const routeLine = lineType('RTE', ['accountId', 'route'])

/** For who reads such a file: the demo utility. */
export const contactLines = { changeLine, emailLine, addressLine, phoneLine, routeLine }
