import { parseArgs } from 'node:util'
import { formatCents } from '@portal/contract/money'
import { connect } from '../../../database/connect.ts'
import { type ExitCode, parsedOrNull } from '../../../foundation/command-line/command-line.ts'
import { counted, type ExchangeIo } from '../exchange-io.ts'
import { exportContacts } from './export-contacts.ts'
import { exportPayments } from './export-payments.ts'
import type { PaymentFileTotals } from './verify-payment-file.ts'
import { type ExportOptions, UnknownExport } from './write-exports.ts'

const paymentsUsage = `portal export-payments [--out FOLDER] [--again TRANSMIT-ID]
  Writes payments since the last export to a payment file (docs/extract-format.md).
  --out     folder (default: current folder)
  --again   rewrite an earlier export with the same content
`

/** `portal export-payments`: prints which files it wrote. */
export async function exportPaymentsCommand(args: readonly string[], io: ExchangeIo): Promise<ExitCode> {
  return await exportCommand(args, io, { usage: paymentsUsage, nothing: 'No payments to export.' }, async (options) => {
    const files = await exportPayments(options)
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

/** `portal export-contacts`: prints which files it wrote. */
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

/** A file that was written, and in words what is in it. */
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
    if (!(error instanceof UnknownExport)) throw error
    io.write(`${error.message}\n`)
    return 1
  } finally {
    await connection.close()
  }
}
