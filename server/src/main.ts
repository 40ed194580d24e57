import { clearTimeout, setTimeout } from 'node:timers'
import { WrongSetting, readConfig } from './config.ts'
import { type Running, start } from './start.ts'

/** A payment under way has ended by then; whatever still hangs is picked up by the next process from the database. */
const longestStop = 75_000

try {
  stopOnSignal(await start(readConfig()))
} catch (error) {
  // A wrong setting is one line to read; anything else shows where it happened.
  const text = error instanceof WrongSetting ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

function stopOnSignal(running: Running): void {
  const stop = (): void => {
    const tooLate = setTimeout(() => process.exit(1), longestStop)
    void running.stop().then(
      () => clearTimeout(tooLate),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
