import { type Readable, finished } from 'node:stream'
import { exportTransactions } from '@portal/contract/reports'
import { to as copyTo } from 'pg-copy-streams'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/problem.ts'

/** In milliseconds: a million rows take longer than any page may. */
const longest = 10 * 60_000

/** How many files one process makes at a time: each holds a connection, and payments need them, too. */
const mostAtOnce = 2
let running = 0

/**
 * Makes a file unless too many are being made. It counts as being made until its content has ended.
 * @throws Refusal `exports-busy` before any of the work when this process makes as many as it may
 */
export async function asOneOfFew(make: () => Promise<Readable>): Promise<Readable> {
  if (running >= mostAtOnce) throw refuse(exportTransactions, 'exports-busy', { retryAfterSeconds: 60 })
  running += 1
  const end = () => {
    running -= 1
  }
  try {
    const content = await make()
    finished(content, end)
    return content
  } catch (error) {
    end()
    throw error
  }
}

/**
 * Streams the output of a COPY statement on a connection of its own. When `left` aborts, the statement is cancelled.
 */
export async function copyOut(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  statement: string,
  left: AbortSignal,
): Promise<Readable> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(longest)])
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pg_backend_pid() as pid, set_config('statement_timeout', '${longest}', false)`,
    )
    signal.throwIfAborted()
    const content = client.query(copyTo(statement))
    const stop = () => {
      content.destroy()
      pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch((error: unknown) => {
        log.warn({ err: error }, 'An abandoned export could not be stopped')
      })
    }
    signal.addEventListener('abort', stop)
    finished(content, () => {
      signal.removeEventListener('abort', stop)
      // The connection may be in the middle of a row: it is not used again.
      client.release(true)
    })
    return content
  } catch (error) {
    client.release(true)
    throw error
  }
}
