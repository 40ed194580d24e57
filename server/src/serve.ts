import { clearTimeout, setTimeout } from 'node:timers'
import { WrongSetting, readConfig } from './config.ts'
import { start } from './start.ts'

/** So long after it takes no calls any more a payment under way has ended; whatever still hangs is picked up by the next process from the database. */
const longestStop = 75_000

/**
 * Runs the server in this process until a signal asks it to stop; a second signal ends it at once.
 * @throws WrongSetting for settings that are wrong; Error when it cannot start.
 */
export async function serve(): Promise<void> {
  const config = readConfig()
  const running = await start(config)
  const stop = (): void => {
    const tooLate = setTimeout(() => process.exit(1), longestStop + config.DRAIN_SECONDS * 1000)
    void running.stop().then(
      () => clearTimeout(tooLate),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Says why a process ends: a wrong setting in its one line, anything else with where it happened. */
export function tellFailure(error: unknown): void {
  const text = error instanceof WrongSetting ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}
