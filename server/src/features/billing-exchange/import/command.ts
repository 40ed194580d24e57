import { access, constants } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type ExitCode, parsedOrNull } from '../../../foundation/command-line/command-line.ts'
import { counted, type ExchangeIo } from '../exchange-io.ts'
import { importExtract, type ImportReport } from './import-extract.ts'
import { progressLine } from './progress-line.ts'

const importUsage = `portal import FILE [--dry-run] [--force] [--most-left-out PERCENT]
  Imports a nightly billing system extract, plain or gzipped (docs/extract-format.md).
  --dry-run         check everything, change nothing
  --force           accept an older extract, or one with less than half the accounts or bills
  --most-left-out   reject the extract if more than this percentage of records is faulty (default 1)
`

/** `portal import`: prints a report; exit code 1 when the extract was refused. */
export async function importCommand(args: readonly string[], io: ExchangeIo): Promise<ExitCode> {
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
    mostLeftOut: percent,
    onProgress: progress.show,
  }).finally(progress.clear)
  io.write(importText(report))
  return report.outcome === 'refused' ? 1 : 0
}

function importText(report: ImportReport): string {
  const lines = [headline(report)]
  if (report.outcome !== 'already-imported')
    for (const [table, rows] of report.rows)
      lines.push(`  ${table.padEnd(24)}${rows.toLocaleString('en-US').padStart(14)}`)
  const { total, reasons, examples } = report.leftOut
  if (total > 0) lines.push(`${counted(total, 'record')} skipped:`)
  for (const { recordType, reason, count } of reasons.slice(0, 20))
    lines.push(`  ${count.toLocaleString('en-US')} of type ${recordType}: ${reason}`)
  for (const { lineNumber, recordType, key } of examples)
    lines.push(
      `  for example ${lineNumber === null ? '' : `line ${lineNumber}, `}type ${recordType}${key ? `, ${key}` : ''}`,
    )
  if (report.payments) lines.push(...paymentLines(report.payments))
  if (report.contacts) lines.push(contactLine(report.contacts))
  return `${lines.join('\n')}\n`
}

function headline({ outcome, reason, runId, asOf }: ImportReport): string {
  switch (outcome) {
    case 'imported':
      return `Imported ${runId}, data as of ${asOf}.`
    case 'verified':
      return `Checked ${runId}, data as of ${asOf}. Nothing was changed.`
    case 'already-imported':
      return `${runId} is already imported. Nothing was changed.`
    case 'refused':
      return `Rejected${runId ? ` ${runId}` : ''}: ${reason}. Nothing was changed.`
  }
}

function paymentLines({ contained, open, differing }: NonNullable<ImportReport['payments']>): string[] {
  const lines = [`Portal payments: ${contained} now included in balances, ${open} not yet.`]
  if (differing.length > 0)
    lines.push(`Different account or amount in the extract, check: ${differing.slice(0, 20).join(', ')}`)
  return lines
}

function contactLine({ contained, open }: NonNullable<ImportReport['contacts']>): string {
  return `Portal contact changes: ${contained} now included, ${open} not yet.`
}
