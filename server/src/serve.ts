import { clearTimeout, setTimeout } from 'node:timers'
import { readConfig } from './settings/config.ts'

/** Beyond its charge, in seconds. The next process picks up from the database whatever still hangs then. */
const besidesTheCharge = 10

/** Until a signal; a second one ends it at once. @throws WrongSetting; Error when it cannot start */
export async function serve(): Promise<void> {
  const config = readConfig()
  // Loaded only now, so that a wrong setting is reported at once, before the whole product has been loaded.
  const { start } = await import('./start.ts')
  const running = await start(config)
  const longestStop = config.DRAIN_SECONDS + config.CARD_GATEWAY_TIMEOUT_SECONDS + besidesTheCharge
  const stop = (): void => {
    for (const signal of signals) process.off(signal, stop)
    const tooLate = setTimeout(() => process.exit(1), longestStop * 1000)
    void running.stop().then(
      () => clearTimeout(tooLate),
      () => process.exit(1),
    )
  }
  for (const signal of signals) process.on(signal, stop)
}

const signals = ['SIGTERM', 'SIGINT'] as const
