import { clearTimeout, setTimeout } from 'node:timers'
import { readConfig } from './settings/config.ts'

/**
 * How long to wait after the last call was accepted. A payment under way has ended by then; whatever still hangs is
 * picked up from the database by the next process.
 */
const longestStop = 75_000

/**
 * Runs the server in this process until a signal asks it to stop; a second signal ends it at once.
 * @throws WrongSetting for settings that are wrong; Error when it cannot start.
 */
export async function serve(): Promise<void> {
  const config = readConfig()
  // Loaded only now, so that a wrong setting is reported at once and not after the whole product was loaded.
  const { start } = await import('./start.ts')
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
