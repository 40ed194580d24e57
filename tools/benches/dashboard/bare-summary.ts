import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { argv, env, stdout } from 'node:process'
import pg from 'pg'
import { z } from 'zod'

/**
 * The yardstick of the dashboard's bench: the product's statements over plain node:http and pg, without any checks of
 * input, output or rights, and without a log.
 */

const Statements = z.array(
  z.object({
    sql: z.string(),
    parameters: z.array(
      z.union([
        z.object({ named: z.enum(['token', 'session', 'accounts', 'after']) }),
        z.object({ value: z.unknown() }),
      ]),
    ),
  }),
)
const statements = Statements.parse(JSON.parse(argv[2] ?? '[]'))
const pool = new pg.Pool({ connectionString: env['DATABASE_URL'], max: 20 })

type Named = Record<'token' | 'session' | 'accounts' | 'after', unknown>

async function ask(nth: number, named: Named): Promise<Record<string, unknown>[]> {
  const statement = statements[nth]
  if (!statement) throw new Error(`There is no statement ${nth}`)
  const values = statement.parameters.map((each) => ('named' in each ? named[each.named] : each.value))
  const { rows } = await pool.query<Record<string, unknown>>({ name: `s${nth}`, text: statement.sql, values })
  return rows
}

async function summary(cookie: string, body: string): Promise<string> {
  const { after } = z.object({ after: z.string() }).parse(JSON.parse(body))
  const token = createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest()
  const named: Named = { token, after, session: 0, accounts: [] }
  const [session] = await ask(0, named)
  named.session = session?.['id']
  const [page] = await ask(1, named)
  const own = page?.['accounts']
  named.accounts = Array.isArray(own) ? own.slice(0, 20) : []
  const payments = await ask(2, named)
  const standings = await ask(3, named)
  return JSON.stringify({ total: page?.['total'], payments, standings })
}

const server = createServer((request, reply) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    summary(request.headers.cookie ?? '', Buffer.concat(chunks).toString()).then(
      (text) => reply.writeHead(200, { 'content-type': 'application/json' }).end(text),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') stdout.write(`${address.port}\n`)
})
