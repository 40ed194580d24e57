import pg from 'pg'
import { z } from 'zod'

/** What all workers share: created before the first test, and passed on in their environment. */
const Base = z.object({
  /** The URL names one of the server's databases. */
  postgresUrl: z.string(),
  /** The database with the demo utility, of which every world gets a copy. */
  template: z.string(),
  /** The same of the utility that is fed by plain files, and the secret of the proofs in it. */
  smallville: z.object({ template: z.string(), LINK_SECRET: z.string() }),
  /** Where worlds keep their files: the gateway's books, mails, logs. */
  folder: z.string(),
})
export type Base = z.infer<typeof Base>

export const smallvilleSeed = 7

const variable = 'E2E_BASE'

/** The worker processes inherit this process's environment. */
export function publishBase(base: Base): void {
  process.env[variable] = JSON.stringify(base)
}

/** @throws Error in a process that was not started by the run */
export function readBase(): Base {
  return Base.parse(JSON.parse(process.env[variable] ?? 'null'))
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
