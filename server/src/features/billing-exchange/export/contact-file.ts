import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { StoredContactChange } from '../../../database/tables/billing.ts'
import { addressLine, changeLine, controlLine, emailLine, phoneLine } from './contact-file-lines.ts'

/** One contact change as the billing system should make it. */
interface ExportedChange {
  changeNumber: number
  personId: string
  changedAt: Instant
  changeDate: CalendarDate
  detail: StoredContactChange
}

/** Source of every file. */
const externalSource = 'PORTAL'

const actionCodes = { add: 'A', update: 'U', delete: 'D' } as const

/**
 * The contact file (docs/extract-format.md). A control line comes first, then each change followed by its own lines.
 * Control line and changes say how many lines follow. The same changes always make the same bytes.
 */
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

function detailLines({ emailAddress, address, phones }: StoredContactChange): string[] {
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
  return lines
}
