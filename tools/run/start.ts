import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InUse, claim } from '../postgres/claim.ts'
import { type DemoUtility, chosenUtility } from './demo-utility.ts'
import { greet } from './greeting.ts'
import { type LastRun, lastRun } from './last-run.ts'
import { startDemo } from './start-demo.ts'

/** `npm start`: everything the portal needs on this machine, until Ctrl-C. `PROFILE=smallville` shows another utility. */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const say = (line: string): void => console.log(line)

process.exit(await run())

async function run(): Promise<number> {
  const stopWish = wishToStop()
  try {
    const utility = chosenUtility(root)
    const memory = lastRun(join(utility.folder, 'demo'))
    await claimCheckout(utility, memory)
    const starting = startDemo(root, utility, memory, say)
    // Whoever stops it while it starts needs no order: no payment is under way.
    const demo = await Promise.race([starting, stopWish])
    if (demo) {
      await Promise.race([greet(demo, say), stopWish])
      await stopWish
      say('\nStopping …')
      await demo.close()
    }
    await memory.forget()
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

/** Resolves at the first signal to stop; later ones change nothing, because stopping is under way. */
function wishToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}

/** One `npm start` per checkout; the claim ends with this process. */
async function claimCheckout(utility: DemoUtility, memory: LastRun): Promise<void> {
  await mkdir(join(utility.folder, 'demo'), { recursive: true })
  // Secrets, emails, texts and the database: for no other user of this machine, whatever wrote them.
  await chmod(join(root, 'var'), 0o700)
  try {
    await claim(root)
  } catch (error) {
    if (!(error instanceof InUse)) throw error
    const address = (await memory.read())?.address
    throw new Error(`The portal is already running from this folder${address ? `: ${address}` : ''}. Stop it first.`, {
      cause: error,
    })
  }
}
