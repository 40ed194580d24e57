import './oldest-node.ts'
import { argv, stderr, stdout } from 'node:process'
import { commands, usage } from './commands.ts'
import { outliveReaders } from './foundation/command-line.ts'
import { reportFailure } from './report-failure.ts'

const [name = '', ...parameters] = argv.slice(2)
outliveReaders([stdout, stderr])
await runCommand().catch(reportFailure)

async function runCommand(): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) stdout.write(usage())
  const code = command ? await command.run(parameters) : 2
  process.exitCode = code === 2 && asksForHelp() ? 0 : code
}

/** Printing help is a success when somebody asked for it, and an error when it follows a mistake. */
function asksForHelp(): boolean {
  return name === 'help' || argv.slice(2).some((word) => ['--help', '-h'].includes(word))
}
