import { stderr, stdout } from 'node:process'
import { setAccountShape } from '@portal/contract/account-shape'
import { systemClock } from './clock.ts'
import { readBillingFolder, readExchange } from './exchange.ts'
import type { ExchangeIo } from './features/billing-exchange/commands.ts'
import type { CommandIo, ExitCode } from './foundation/command-line.ts'
import { serve } from './serve.ts'
import { readCommandConfig, readConfig, readLinkSecret } from './settings/config.ts'
import { readProfile } from './settings/profile.ts'
import type { Wired } from './wire.ts'

interface Command {
  purpose: string
  run(parameters: readonly string[]): Promise<ExitCode>
}

/** Each command imports its code only when it runs, so that no command waits for the rest of the product to load. */
export const commands: Readonly<Record<string, Command>> = {
  start: {
    purpose: 'run the portal',
    run: alone('start', async () => {
      await serve()
      return 0
    }),
  },
  migrate: { purpose: 'update the database schema', run: alone('migrate', migrateCommand) },
  import: {
    purpose: 'import a nightly billing system extract, or billing files',
    async run(parameters) {
      const { importCommand } = await import('./features/billing-exchange/commands.ts')
      return await importCommand(parameters, exchangeIo())
    },
  },
  'export-payments': {
    purpose: 'write a payment file for the billing system',
    async run(parameters) {
      const { exportPaymentsCommand } = await import('./features/billing-exchange/commands.ts')
      return await exportPaymentsCommand(parameters, exchangeIo())
    },
  },
  'export-contacts': {
    purpose: 'write a contact change file for the billing system',
    async run(parameters) {
      const { exportContactsCommand } = await import('./features/billing-exchange/commands.ts')
      return await exportContactsCommand(parameters, exchangeIo())
    },
  },
  fetch: {
    purpose: 'fetch billing files from the billing system',
    async run(parameters) {
      const { fetchCommand } = await import('./features/billing-exchange/carriage/commands.ts')
      return await fetchCommand(parameters, exchangeIo())
    },
  },
  deliver: {
    purpose: 'deliver payment files to the billing system',
    async run(parameters) {
      const { deliverCommand } = await import('./features/billing-exchange/carriage/commands.ts')
      return await deliverCommand(parameters, exchangeIo())
    },
  },
  'bill-link': {
    purpose: 'print a signed link to a bill, for an email',
    async run(parameters) {
      const { billLinkCommand } = await import('./features/bill-view/bill-link.ts')
      return await billLinkCommand(parameters, await commandIo())
    },
  },
  'preview-messages': {
    purpose: 'write what emails and texts say, with example values',
    async run(parameters) {
      const { previewMessagesCommand } = await import('./features/message-previews.ts')
      return await previewMessagesCommand(parameters, await commandIo())
    },
  },
  reconcile: {
    purpose: 'reconcile a day’s payments',
    async run(parameters) {
      const { reconcileCommand } = await import('./features/reconciliation/command.ts')
      return await reconcileCommand(parameters, await commandIo())
    },
  },
  'record-charge': {
    purpose: 'request that a charge only the gateway has becomes a payment',
    async run(parameters) {
      const { recordChargeCommand } = await import('./features/exceptions/record-charge.ts')
      return await recordChargeCommand(parameters, await commandIo())
    },
  },
  'finance-summary': {
    purpose: 'print or resend a day’s finance summary',
    async run(parameters) {
      const { financeSummaryCommand } = await import('./features/exceptions/daily-summary/command.ts')
      return await financeSummaryCommand(parameters, await commandIo())
    },
  },
  'backup-done': {
    purpose: 'record that a backup has ended',
    async run(parameters) {
      const { backupDoneCommand } = await import('./features/system-status/commands.ts')
      return await backupDoneCommand(parameters, await commandIo())
    },
  },
  'tell-failure': {
    purpose: 'email that a unit of systemd has failed',
    async run(parameters) {
      const { tellFailureCommand } = await import('./features/system-status/commands.ts')
      return await tellFailureCommand(parameters, await commandIo())
    },
  },
  check: {
    purpose: 'try what the portal needs before it opens',
    async run(parameters) {
      const { checkCommand } = await import('./installation/command.ts')
      return await checkCommand(parameters, await commandIo())
    },
  },
  admin: {
    purpose: 'add an admin user',
    async run(parameters) {
      const { adminCommand } = await import('./features/admin-users/command.ts')
      return await adminCommand(parameters, await commandIo())
    },
  },
  audit: {
    purpose: 'verify the audit log',
    async run(parameters) {
      const { auditCommand } = await import('./features/audit-log/verify.ts')
      return await auditCommand(parameters, await commandIo())
    },
  },
}

/** With anything after the word, such as `--help`, the command does not run. */
function alone(command: string, run: () => Promise<ExitCode>): Command['run'] {
  return async (words) => {
    if (words.length === 0) return await run()
    stdout.write(`portal ${command}\n`)
    return 2
  }
}

export function usage(): string {
  const lines = Object.entries(commands).map(([each, { purpose }]) => `  ${each.padEnd(18)}${purpose}`)
  return `portal COMMAND\n${lines.join('\n')}\n`
}

async function migrateCommand(): Promise<ExitCode> {
  const { migrate } = await import('./database/migrate.ts')
  const applied = await migrate(readCommandConfig().DATABASE_URL)
  const lines =
    applied.length > 0 ? applied.map((migration) => `Applied ${migration}`) : ['The database schema is up to date.']
  stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** Without serving anything. The log stays apart from what commands print. */
async function commandIo(): Promise<CommandIo<Wired['deps']>> {
  const { wire } = await import('./wire.ts')
  const { createLog } = await import('./log.ts')
  const open = async (): Promise<Wired> => {
    const config = readConfig()
    return await wire(config, createLog(config.LOG_LEVEL, stderr), () => undefined)
  }
  return { open, write: (text) => void stdout.write(text) }
}

/** The settings are read when a command that was written correctly asks for them. */
function exchangeIo(): ExchangeIo {
  return {
    get databaseUrl() {
      return readCommandConfig().DATABASE_URL
    },
    get division() {
      return readProfile(readCommandConfig().PROFILE_FILE).division
    },
    get timeZone() {
      return readProfile(readCommandConfig().PROFILE_FILE).timeZone
    },
    async layout() {
      const { layoutOf } = await import('./features/billing-exchange/layout/layout-file.ts')
      const { PROFILE_FILE } = readCommandConfig()
      const profile = readProfile(PROFILE_FILE)
      setAccountShape(profile.accountShape)
      return layoutOf(profile, PROFILE_FILE)
    },
    get waterUnit() {
      return readProfile(readCommandConfig().PROFILE_FILE).waterUnit
    },
    get proof() {
      const { proof } = readProfile(readCommandConfig().PROFILE_FILE)
      return proof && { policy: proof, secret: readLinkSecret() }
    },
    get paymentLayout() {
      return readProfile(readCommandConfig().PROFILE_FILE).paymentFile
    },
    get containment() {
      return readProfile(readCommandConfig().PROFILE_FILE).containment
    },
    exchange: readExchange,
    billingFolder: readBillingFolder,
    clock: systemClock,
    write: (text) => void stdout.write(text),
    isTerminal: stdout.isTTY,
  }
}
