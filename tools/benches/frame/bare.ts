import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { argv, env } from 'node:process'
import { text as wholeText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Db } from '@portal/server/database/connect.ts'
import type { CompiledQuery, KyselyPlugin } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { startProgram } from '../../world/node-program.ts'

/**
 * The yardstick of the dashboard: a page of the account summary from the product's statements, by plain node:http and
 * pg in a process of its own, without checks of input, output or rights, and without a log. Without statements it
 * answers with a fixed text: the cost of a call by itself.
 */

const Statements = z.array(
  z.object({
    sql: z.string(),
    /** Those that differ between requests are named; the others are fixed. */
    parameters: z.array(
      z.union([
        z.object({ named: z.enum(['token', 'session', 'accounts', 'after']) }),
        z.object({ value: z.unknown() }),
      ]),
    ),
  }),
)
export type Statements = z.infer<typeof Statements>

export async function startBare(
  databaseUrl: string,
  statements: Statements,
): Promise<{ address: string; stop(): Promise<unknown> }> {
  const settings = { DATABASE_URL: databaseUrl, STATEMENTS: JSON.stringify(statements) }
  const { promise: address, resolve } = Promise.withResolvers<string>()
  const program = startProgram('tools/benches/frame/bare.ts', settings, resolve)
  const stop = async (): Promise<unknown> => {
    program.kill('SIGTERM')
    return await program.ended
  }
  return { address: await address, stop }
}

/** The statements that `work` sends through the database handle that it gets, in order. */
export async function sentStatements(db: Db, work: (listened: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const compiled: CompiledQuery[] = []
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      compiled.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(listening))
  return compiled
}

if (argv[1] === fileURLToPath(import.meta.url)) await serve(Statements.parse(JSON.parse(env['STATEMENTS'] ?? '[]')))

async function serve(statements: Statements): Promise<void> {
  const pool = new pg.Pool({ connectionString: env['DATABASE_URL'], max: 20 })
  const fixed = JSON.stringify({ status: { loginMessage: 'x'.repeat(100) }, result: { premiseData: 'x'.repeat(200) } })
  const server = createServer((request, reply) => {
    wholeText(request)
      .then((body) => (statements.length > 0 ? summary(pool, statements, request.headers.cookie ?? '', body) : fixed))
      .then(
        (text) => reply.writeHead(200, { 'content-type': 'application/json' }).end(text),
        (error: unknown) => reply.writeHead(500).end(String(error)),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  console.log(`http://127.0.0.1:${port}`)
}

async function summary(pool: pg.Pool, statements: Statements, cookie: string, body: string): Promise<string> {
  const { after } = z.object({ after: z.string() }).parse(JSON.parse(body))
  const token = createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest()
  const named: Record<string, unknown> = { token, after }
  const ask = async (nth: number): Promise<Record<string, unknown>[]> => {
    const { sql = '', parameters = [] } = statements[nth] ?? {}
    const values = parameters.map((each) => ('named' in each ? named[each.named] : each.value))
    return (await pool.query<Record<string, unknown>>({ name: `s${nth}`, text: sql, values })).rows
  }
  const [session] = await ask(0)
  named['session'] = session?.['id']
  const [page] = await ask(1)
  const own = page?.['accounts']
  named['accounts'] = Array.isArray(own) ? own.slice(0, 20) : []
  return JSON.stringify({ total: page?.['total'], payments: await ask(2), standings: await ask(3) })
}
