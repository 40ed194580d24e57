import type { Checked } from '../adapters/checked.ts'
import { type CommandIo, type ExitCode, withOpened } from '../foundation/command-line.ts'
import { type CheckDeps, checks } from './checks.ts'

const usage = `portal check
  Tries what the portal needs before it opens, and charges nothing: database, clock, mail server, payment gateway,
  text messages, profile, addresses and certificates, disk. Prints a line for each, with what to do. Safe to repeat.
`

const marks = { good: 'ok  ', bad: 'FIX ', open: 'look' } as const
const widthOfName = 28

/** `portal check`: exit code 1 when something must be fixed, 2 for wrong usage. */
export async function checkCommand(words: readonly string[], io: CommandIo<CheckDeps>): Promise<ExitCode> {
  if (words.length > 0) {
    io.write(usage)
    return 2
  }
  return await withOpened(io, async (deps) => {
    let bad = 0
    for (const [name, check] of Object.entries(checks)) {
      for (const { about, outcome, says } of await answerOf(name, () => check(deps))) {
        if (outcome === 'bad') bad += 1
        io.write(`${marks[outcome]}  ${about.padEnd(widthOfName)}  ${says}\n`)
      }
    }
    io.write(bad === 0 ? '\nNothing to fix.\n' : `\n${bad} to fix.\n`)
    return bad === 0 ? 0 : 1
  })
}

async function answerOf(about: string, check: () => Promise<Checked[]>): Promise<Checked[]> {
  try {
    return await check()
  } catch (error) {
    return [{ about, outcome: 'bad', says: error instanceof Error ? error.message : String(error) }]
  }
}
