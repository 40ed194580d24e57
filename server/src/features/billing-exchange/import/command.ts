import { access, constants } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type ExitCode, parsedOrNull } from '../../../foundation/command-line/command-line.ts'
import { counted, type ExchangeIo } from '../exchange-io.ts'
import { importExtract, type ImportReport } from './import-extract.ts'
import { progressLine } from './progress-line.ts'

const importUsage = `portal import FILE [--dry-run] [--force] [--most-left-out PERCENT]
  Imports a nightly extract of the billing system (docs/extract-format.md), gzipped or not.
  --dry-run         verify everything, change nothing
  --force           take an extract older than the live one, or with less than half its accounts or bills, too
  --most-left-out   refuse the run when more of its records are faulty (1 when not said)
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
  if (total > 0) lines.push(`${counted(total, 'record')} left out:`)
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

function contactLine({ contained, open }: NonNullable<ImportReport['contacts']>): string {
  return `Contact changes of the portal: ${contained} newly contained, ${open} still to be.`
}
