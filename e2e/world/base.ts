import { z } from 'zod'

/**
 * What all workers of a run share. It is created once before the first test and passed to the workers in their
 * environment.
 */
const Base = z.object({
  /** The PostgreSQL server; the URL names one of its databases. */
  postgresUrl: z.string(),
  /** The database with the demo utility, of which every world gets a copy. */
  template: z.string(),
  /** Where worlds keep their files: the gateway's books, mails, logs. */
  folder: z.string(),
})
export type Base = z.infer<typeof Base>

const variable = 'E2E_BASE'

/** Passes the base to the worker processes, which inherit this process's environment. */
export function publishBase(base: Base): void {
  process.env[variable] = JSON.stringify(base)
}

/**
 * The base of this run.
 * @throws Error in a process that was not started by the run.
 */
export function readBase(): Base {
  return Base.parse(JSON.parse(process.env[variable] ?? 'null'))
}
