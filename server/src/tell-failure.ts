import { WrongSetting } from './config.ts'

/** Reports why a process ends: one line for a wrong setting, anything else with its stack. */
export function tellFailure(error: unknown): void {
  const text = error instanceof WrongSetting ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
