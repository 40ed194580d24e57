import { argv, stderr, stdout } from 'node:process'
import { systemClock } from './clock.ts'
import { readCommandConfig, readConfig } from './config.ts'
import { migrate } from './database/migrate.ts'
import { importCommand } from './features/billing-exchange/commands.ts'
import type { ExchangeIo } from './features/billing-exchange/exchange-io.ts'
import { exportContactsCommand, exportPaymentsCommand } from './features/billing-exchange/export-commands.ts'
import { adminCommand } from './features/admin-users/command.ts'
import { auditCommand } from './features/audit-log/command.ts'
import { billLinkCommand } from './features/bill-view/command.ts'
import { financeSummaryCommand } from './features/money-desk/summary/command.ts'
import { reconcileCommand } from './features/reconciliation/command.ts'
import type { CommandIo, ExitCode } from './foundation/command-line/command-line.ts'
import { createLog } from './log.ts'
import { readProfile } from './profile.ts'
import { serve, tellFailure } from './serve.ts'
import { type Wired, wire } from './wire.ts'

/** One command of the operator's command line, `portal NAME …`. */
interface Command {
  /** One line for the list of commands. */
  purpose: string
  run(parameters: readonly string[]): Promise<ExitCode>
}

const commandIo: CommandIo<Wired['deps']> = { open: openPortal, write: (text) => void stdout.write(text) }

const commands: Readonly<Record<string, Command>> = {
  start: {
    purpose: 'serve the portal until asked to stop',
    run: async () => {
      await serve()
      return 0
    },
  },
  migrate: { purpose: 'bring the database to the newest schema', run: migrateCommand },
  import: {
    purpose: 'import a nightly extract of the billing system',
    run: async (parameters) => await importCommand(parameters, exchangeIo()),
  },
  'export-payments': {
    purpose: 'write the payments taken as a payment upload file',
    run: async (parameters) => await exportPaymentsCommand(parameters, exchangeIo()),
  },
  'export-contacts': {
    purpose: 'write the changes to how customers are reached as a file',
    run: async (parameters) => await exportContactsCommand(parameters, exchangeIo()),
  },
  'bill-link': {
    purpose: 'print a signed address of a bill, for a letter',
    run: async (parameters) => await billLinkCommand(parameters, commandIo),
  },
  reconcile: {
    purpose: "compare a day's payments in all books",
    run: async (parameters) => await reconcileCommand(parameters, commandIo),
  },
  'finance-summary': {
    purpose: "print the summary of a day's payments, or send it once more",
    run: async (parameters) => await financeSummaryCommand(parameters, commandIo),
  },
  admin: {
    purpose: 'add an administrator, such as the first one',
    run: async (parameters) => await adminCommand(parameters, commandIo),
  },
  audit: {
    purpose: 'verify that the audit log is whole',
    run: async (parameters) => await auditCommand(parameters, commandIo),
  },
}

const [name = '', ...parameters] = argv.slice(2)
await runCommand().catch(tellFailure)

async function runCommand(): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) stdout.write(usage())
  process.exitCode = command ? await command.run(parameters) : isHelp(name) ? 0 : 2
}

function isHelp(word: string): boolean {
  return ['help', '--help', '-h'].includes(word)
}

function usage(): string {
  const lines = Object.entries(commands).map(([each, { purpose }]) => `  ${each.padEnd(18)}${purpose}`)
  return `portal COMMAND\n${lines.join('\n')}\n`
}

async function migrateCommand(): Promise<ExitCode> {
  const applied = await migrate(readCommandConfig().DATABASE_URL)
  const lines = applied.length > 0 ? applied.map((migration) => `Applied ${migration}`) : ['The schema is up to date.']
  stdout.write(`${lines.join('\n')}\n`)
  return 0
}

/** The portal's database and partners, without serving anything; the log stays apart from what a command prints. */
function openPortal(): Wired {
  const config = readConfig()
  return wire(config, createLog(config.LOG_LEVEL, stderr), () => undefined)
}

function exchangeIo(): ExchangeIo {
  const config = readCommandConfig()
  return {
    databaseUrl: config.DATABASE_URL,
    division: readProfile(config.PROFILE_FILE).division,
    clock: systemClock,
    write: (text) => void stdout.write(text),
    isTerminal: stdout.isTTY,
  }
}
