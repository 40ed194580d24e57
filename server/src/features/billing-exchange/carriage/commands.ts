import { parseArgs } from 'node:util'
import { type ExchangePlace, type FileExchange, ExchangeFailed } from '../../../adapters/file-exchange/port.ts'
import { type Db, connect } from '../../../database/connect.ts'
import { type ExitCode, parsedOrNull } from '../../../foundation/command-line.ts'
import { type ExchangeIo, counted } from '../commands.ts'
import { UnfitPayment } from '../format/payment-layout-file.ts'
import { deliverFiles } from './deliver-files.ts'
import { fetchFiles } from './fetch-files.ts'

const fetchUsage = `portal fetch
  Fetches billing files from EXCHANGE_URL (docs/billing-files.md) into the inbox of BILLING_FOLDER, each once.
`

/** `portal fetch`: exit code 1 when the host is away. */
export async function fetchCommand(args: readonly string[], io: ExchangeIo): Promise<ExitCode> {
  if (args.length > 0) {
    io.write(fetchUsage)
    return 2
  }
  const { clock, timeZone } = io
  const [place, billingFolder, layout] = [io.exchange(), io.billingFolder(), await io.layout()]
  return await carry(io, place, async (db, exchange) => {
    const folder = place.fetchFolder
    const { fetched, growing } = await fetchFiles({ db, clock, exchange, folder, billingFolder, layout, timeZone })
    if (fetched.length + growing.length === 0) io.write('No new files.\n')
    for (const { name, bytes } of fetched) io.write(`${name}: ${counted(bytes, 'byte')}\n`)
    for (const name of growing) io.write(`${name} is still being written. It is fetched next time.\n`)
  })
}

const deliverUsage = `portal deliver [--old]
  Delivers payment files to EXCHANGE_URL, each once, and sees which ones the billing system has loaded
  (docs/payment-files.md).
  --old   also those that were written more than a week ago
`

/** `portal deliver`: exit code 1 when the host is away, or a file is too old. */
export async function deliverCommand(args: readonly string[], io: ExchangeIo): Promise<ExitCode> {
  const parsed = parsedOrNull(() => parseArgs({ args: [...args], options: { old: { type: 'boolean' } } }))
  if (!parsed) {
    io.write(deliverUsage)
    return 2
  }
  const { clock } = io
  const { old = false } = parsed.values
  const place = io.exchange()
  let isComplete = true
  const code = await carry(io, place, async (db, exchange) => {
    const { deliverFolder: folder, loadedFolder } = place
    const { delivered, loaded, leftOut } = await deliverFiles({ db, clock, exchange, folder, loadedFolder, old })
    if (delivered.length + loaded.length + leftOut.length === 0) io.write('No payment files to deliver.\n')
    for (const name of delivered) io.write(`${name}: delivered\n`)
    for (const name of loaded) io.write(`${name}: loaded\n`)
    for (const name of leftOut)
      io.write(`${name} is more than a week old. Unless it was loaded by hand, deliver it with --old.\n`)
    isComplete = leftOut.length === 0
  })
  return isComplete ? code : 1
}

async function carry(
  io: ExchangeIo,
  place: ExchangePlace,
  work: (db: Db, exchange: FileExchange) => Promise<void>,
): Promise<ExitCode> {
  const connection = connect(io.databaseUrl, { connections: 2 })
  try {
    const exchange = await place.open()
    await work(connection.db, exchange).finally(() => exchange.close())
    return 0
  } catch (error) {
    if (!(error instanceof ExchangeFailed || error instanceof UnfitPayment)) throw error
    io.write(`${error.message}.\n`)
    return 1
  } finally {
    await connection.close()
  }
}
