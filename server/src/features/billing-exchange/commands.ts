import { parseArgs } from 'node:util'
import type { Containment } from '@portal/contract/billing-data'
import { formatCents } from '@portal/contract/money'
import type { PaymentLayout } from '@portal/contract/payment-layout'
import type { WaterUnit } from '@portal/contract/utility'
import type { ExchangePlace } from '../../adapters/file-exchange/port.ts'
import type { Clock } from '../../clock.ts'
import { connect } from '../../database/connect.ts'
import { type CommandOutput, type ExitCode, parsedOrNull } from '../../foundation/command-line.ts'
import { exportContacts } from './export/export-contacts.ts'
import { exportPayments } from './export/export-payments.ts'
import { type ExportOptions, UnknownExport } from './export/write-exports.ts'
import type { PaymentFileTotals } from './format/payment-file.ts'
import { UnfitPayment } from './format/payment-layout-file.ts'
import { importExtract } from './import/import-extract.ts'
import type { ImportReport } from './import/import-report.ts'
import { type MeasuredProof, type ProfileProof, warningOf } from './import/measure-proofs.ts'
import { progressLine } from './import/progress-line.ts'
import { areBillingFiles, importFiles } from './layout/import-files.ts'
import type { Layout } from './layout/layout-file.ts'

/** Fewer settings than the rest of the portal needs. */
export interface ExchangeIo extends CommandOutput {
  databaseUrl: string
  /** That this portal serves. */
  division: string
  /** Of its dates. */
  timeZone: string
  /** Of its usage charts. */
  waterUnit: WaterUnit
  /** Of its payment files. */
  paymentLayout: PaymentLayout | undefined
  /** How it is known that data contain a payment. */
  containment: Containment
  /** Where the profile names one. @throws WrongSetting without the secret it needs */
  proof: ProfileProof | undefined
  clock: Clock
  /** Progress may be drawn in place. */
  isTerminal: boolean
  /** How billing files are written. @throws WrongSetting */
  layout(): Promise<Layout>
  /** Where files are carried to and from. @throws WrongSetting */
  exchange(): ExchangePlace
  /** Where billing files wait. @throws WrongSetting */
  billingFolder(): string
}

const importUsage = `portal import FILE... [--as-of DATE] [--dry-run] [--force] [--most-left-out PERCENT]
  Imports a nightly billing system extract (docs/extract-format.md), or billing files or a folder of them
  (docs/billing-files.md), with a zip of bill images. Any other file may be gzipped.
  --as-of           the day billing files are of, if neither a manifest nor a name says it
  --dry-run         check everything, change nothing
  --force           accept older data, or data with less than half the accounts or bills
  --most-left-out   reject the data if more than this percentage of records is faulty (default 1)
`

/** `portal import`: exit code 1 when the extract was refused. */
export async function importCommand(args: readonly string[], io: ExchangeIo): Promise<ExitCode> {
  const parsed = parsedOrNull(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'as-of': { type: 'string' },
        'dry-run': { type: 'boolean' },
        force: { type: 'boolean' },
        'most-left-out': { type: 'string' },
      },
    }),
  )
  const files = parsed?.positionals ?? []
  const [file] = files
  const percent = Number(parsed?.values['most-left-out'] ?? 1)
  if (!parsed || !file || !(percent >= 0 && percent <= 100)) {
    io.write(importUsage)
    return 2
  }
  const progress = progressLine(io)
  const layout = await io.layout()
  const options = {
    databaseUrl: io.databaseUrl,
    division: io.division,
    timeZone: io.timeZone,
    clock: io.clock,
    containment: io.containment,
    proof: io.proof,
    force: parsed.values.force,
    dryRun: parsed.values['dry-run'],
    maxSkipped: percent,
    onProgress: progress.show,
  }
  const isExtract = files.length === 1 && !(await areBillingFiles(file, layout))
  const importing = isExtract
    ? importExtract({ ...options, file })
    : importFiles({ ...options, files, layout, waterUnit: io.waterUnit, asOf: parsed.values['as-of'] })
  const report = await importing.finally(progress.clear)
  io.write(importText(report))
  return report.outcome === 'refused' ? 1 : 0
}

function importText(report: ImportReport): string {
  const lines = [headline(report)]
  if (report.outcome !== 'already-imported')
    for (const [table, rows] of report.rows)
      lines.push(`  ${table.padEnd(24)}${rows.toLocaleString('en-US').padStart(14)}`)
  if (report.newHolders > 0) lines.push(`${counted(report.newHolders, 'account')} with a new holder.`)
  const { total, reasons, examples } = report.skipped
  if (total > 0) lines.push(`${counted(total, 'record')} skipped:`)
  for (const { recordType, reason, count } of reasons.slice(0, 20))
    lines.push(`  ${count.toLocaleString('en-US')} of type ${recordType}: ${reason}`)
  for (const { lineNumber, recordType, key } of examples)
    lines.push(
      `  for example ${lineNumber === null ? '' : `line ${lineNumber}, `}type ${recordType}${key ? `, ${key}` : ''}`,
    )
  for (const note of report.notes) lines.push(`${note}.`)
  lines.push(...report.proofs.flatMap(proofLines))
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

function proofLines(measured: MeasuredProof): string[] {
  const { purpose, proofs, accounts, empty, answers, commonest } = measured
  const share = (count: number) => `${((100 * count) / Math.max(1, accounts)).toFixed(1)}%`
  const asked = `${purpose === 'payNow' ? 'Pay Now' : 'Registration'}, ${proofs.join(' and ')}`
  const line = `${asked}: ${counted(answers, 'answer')}, the commonest for ${share(commonest)} of accounts, none for ${share(empty)}.`
  return [line, warningOf(measured) ?? []].flat()
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

const paymentsUsage = `portal export-payments [--out FOLDER] [--again TRANSMIT-ID]
  Writes payments since the last export to a payment file (docs/extract-format.md, docs/payment-files.md).
  --out     folder (default: current folder)
  --again   rewrite an earlier export with the same content
`

/** `portal export-payments` */
export async function exportPaymentsCommand(args: readonly string[], io: ExchangeIo): Promise<ExitCode> {
  return await exportCommand(args, io, { usage: paymentsUsage, nothing: 'No payments to export.' }, async (options) => {
    const { paymentLayout: layout, timeZone } = io
    const files = await exportPayments({ ...options, layout, timeZone })
    return files.map((file) => ({ ...file, content: paymentsText(file) }))
  })
}

function paymentsText({ payments, total, cancellations, cancelledTotal }: PaymentFileTotals): string {
  const paid = `${counted(payments, 'payment')}, $${formatCents(total)}`
  return cancellations === 0
    ? paid
    : `${paid}; ${counted(cancellations, 'cancellation')}, $${formatCents(cancelledTotal)}`
}

const contactsUsage = `portal export-contacts [--out FOLDER] [--again TRANSMIT-ID]
  Writes customers’ contact changes since the last export (docs/extract-format.md).
  --out     folder (default: current folder)
  --again   rewrite an earlier export with the same content
`

/** `portal export-contacts` */
export async function exportContactsCommand(args: readonly string[], io: ExchangeIo): Promise<ExitCode> {
  return await exportCommand(
    args,
    io,
    { usage: contactsUsage, nothing: 'No contact changes to export.' },
    async (options) => {
      const files = await exportContacts(options)
      return files.map((file) => ({ ...file, content: counted(file.changes, 'contact change') }))
    },
  )
}

interface Written {
  path: string
  isRepeated: boolean
  content: string
}

async function exportCommand(
  args: readonly string[],
  io: ExchangeIo,
  texts: { usage: string; nothing: string },
  write: (options: ExportOptions) => Promise<Written[]>,
): Promise<ExitCode> {
  const parsed = parsedOrNull(() =>
    parseArgs({ args: [...args], options: { out: { type: 'string' }, again: { type: 'string' } } }),
  )
  if (!parsed) {
    io.write(texts.usage)
    return 2
  }
  const { out: folder = '.', again: transmitId } = parsed.values
  const connection = connect(io.databaseUrl, { connections: 2 })
  try {
    const files = await write({ db: connection.db, clock: io.clock, folder, transmitId })
    if (files.length === 0) io.write(`${texts.nothing}\n`)
    for (const { path, content, isRepeated } of files) {
      io.write(`${path}: ${content}${isRepeated ? ', already exported' : ''}\n`)
    }
    return 0
  } catch (error) {
    if (!(error instanceof UnknownExport || error instanceof UnfitPayment)) throw error
    io.write(`${error.message}\n`)
    return 1
  } finally {
    await connection.close()
  }
}

/** `1 payment`, `1,200 payments`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
}
