import { access, constants } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { formatCents } from '@portal/contract/money'
import type { Clock } from '../../clock.ts'
import { connect } from '../../database/connect.ts'
import { type ExportedFile, exportPayments } from './export-payments.ts'
import { importExtract, type ImportReport } from './import-extract.ts'
import { progressLine } from './progress-line.ts'

/** What a command of the operator's command line gets from it. */
export interface CommandIo {
  databaseUrl: string
  /** The division this portal serves. */
  division: string
  clock: Clock
  /** Writes to standard output. */
  write(text: string): void
  /** Somebody is watching: progress may be drawn in place. */
  isTerminal: boolean
}

/** How a command ended: the exit code of the process. Usage errors are 2, refusals 1. */
export type ExitCode = 0 | 1 | 2

const importUsage = `portal import FILE [--dry-run] [--force] [--most-left-out PERCENT]
  Imports a nightly extract of the billing system (docs/extract-format.md), gzipped or not.
  --dry-run         verify everything, change nothing
  --force           take an extract older than the live one, too
  --most-left-out   refuse the run when more of its records are faulty (1 when not said)
`

/** `portal import`: prints a report; exit code 1 when the extract was refused. */
export async function importCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const parsed = parsedOrNull(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        force: { type: 'boolean' },
        'most-left-out': { type: 'string' },
      },
    }),
  )
  const file = parsed?.positionals[0]
  const percent = Number(parsed?.values['most-left-out'] ?? 1)
  if (!parsed || !file || parsed.positionals.length > 1 || !(percent >= 0 && percent <= 100)) {
    io.write(importUsage)
    return 2
  }
  const unreadable = await access(file, constants.R_OK).catch(String)
  if (unreadable) {
    io.write(`Cannot read the extract. ${unreadable}\n`)
    return 1
  }
  const progress = progressLine(io)
  const report = await importExtract({
    databaseUrl: io.databaseUrl,
    file,
    division: io.division,
    clock: io.clock,
    force: parsed.values.force,
    dryRun: parsed.values['dry-run'],
    mostLeftOut: percent / 100,
    onProgress: progress.show,
  }).finally(progress.clear)
  io.write(importText(report))
  return report.outcome === 'refused' ? 1 : 0
}

const exportUsage = `portal export-payments [--out FOLDER] [--again TRANSMIT-ID]
  Writes the payments taken since the last export as a payment upload file (docs/extract-format.md).
  --out     where the file goes (here when not said)
  --again   write an earlier export once more, with the same content
`

/** `portal export-payments`: prints which files it wrote. */
export async function exportPaymentsCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const parsed = parsedOrNull(() =>
    parseArgs({ args: [...args], options: { out: { type: 'string' }, again: { type: 'string' } } }),
  )
  if (!parsed) {
    io.write(exportUsage)
    return 2
  }
  const { out: folder = '.', again: transmitId } = parsed.values
  const connection = connect(io.databaseUrl, { connections: 2 })
  try {
    const files = await exportPayments({ db: connection.db, clock: io.clock, folder, transmitId })
    if (files.length === 0) io.write('No payments to export.\n')
    for (const file of files) {
      const repeated = file.isRepeated ? ', made before' : ''
      io.write(`${file.path}: ${contentOf(file)}${repeated}\n`)
    }
    return 0
  } finally {
    await connection.close()
  }
}

function contentOf({ payments, total, cancellations, cancelledTotal }: ExportedFile): string {
  const paid = `${counted(payments, 'payment')}, $${formatCents(total)}`
  return cancellations === 0
    ? paid
    : `${paid}; ${counted(cancellations, 'cancellation')}, $${formatCents(cancelledTotal)}`
}

function parsedOrNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}

function importText(report: ImportReport): string {
  const lines = [headline(report)]
  if (report.outcome !== 'already-imported')
    for (const [table, rows] of report.rows)
      lines.push(`  ${table.padEnd(24)}${rows.toLocaleString('en-US').padStart(14)}`)
  const { total, reasons, examples } = report.leftOut
  if (total > 0) lines.push(`${counted(total, 'record')} left out:`)
  for (const { recordType, reason, count } of reasons.slice(0, 20))
    lines.push(`  ${count.toLocaleString('en-US')} of type ${recordType}: ${reason}`)
  for (const { lineNumber, recordType, key } of examples)
    lines.push(
      `  for example ${lineNumber === null ? '' : `line ${lineNumber}, `}type ${recordType}${key ? `, ${key}` : ''}`,
    )
  if (report.payments) lines.push(...paymentLines(report.payments))
  return `${lines.join('\n')}\n`
}

function headline({ outcome, reason, runId, asOf }: ImportReport): string {
  switch (outcome) {
    case 'imported':
      return `Imported ${runId}, data of ${asOf}.`
    case 'verified':
      return `Verified ${runId}, data of ${asOf}. Nothing was changed.`
    case 'already-imported':
      return `${runId} is the extract that is live already. Nothing was changed.`
    case 'refused':
      return `Refused${runId ? ` ${runId}` : ''}: ${reason}. The data are as they were.`
  }
}

function paymentLines({ contained, open, differing }: NonNullable<ImportReport['payments']>): string[] {
  const lines = [`Payments of the portal: ${contained} newly contained in the balances, ${open} still to be.`]
  if (differing.length > 0)
    lines.push(`In the extract with another account or amount, please look: ${differing.slice(0, 20).join(', ')}`)
  return lines
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
}
