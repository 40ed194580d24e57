import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Ports } from '../world/ports.ts'

const Run = z.object({
  address: z.string(),
  ports: Ports,
  databaseUrl: z.string(),
  /** Whether the stand-in of Stripe is at the gateway's port. */
  hasStripe: z.boolean(),
})
type Run = z.infer<typeof Run>

/** What `npm start` records about itself while it runs. The record outlives a run that was killed. */
export interface LastRun {
  /** Undefined when there is none, or when it was cut short. */
  read(): Promise<Run | undefined>
  remember(run: Run): Promise<void>
  forget(): Promise<void>
}

export function lastRun(folder: string): LastRun {
  const file = join(folder, 'running.json')
  return {
    async read() {
      try {
        return Run.parse(JSON.parse(await readFile(file, 'utf8')))
      } catch {
        return undefined
      }
    },
    remember: (run) => writeFile(file, JSON.stringify(run)),
    forget: () => rm(file, { force: true }),
  }
}
