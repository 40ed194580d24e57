import { readFile } from 'node:fs/promises'
import { type Socket, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { connect, requireSupportedVersion } from './connect.ts'
import { createTestDatabase } from './testing/database.ts'

/**
 * The kernel's timer for an idle connection to this port: 2 is the one that probes whether the other end is still
 * there.
 */
async function timerOfConnectionTo(port: number): Promise<string | undefined> {
  const connections = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return connections.find((fields) => fields[2] === remote)?.[5]?.split(':')[0]
}

test.runIf(process.platform === 'linux')(
  'a database whose machine loses its power is noticed: idle connections are asked after',
  async () => {
    const accepted = Promise.withResolvers<Socket>()
    const server = createServer(accepted.resolve)
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(addressedPort(server.address())))
    })
    const { pool, close } = connect(`postgres://portal@127.0.0.1:${port}/portal`)
    const connected = pool.connect().catch(() => null)
    const socket = await accepted.promise
    await expect.poll(() => timerOfConnectionTo(port), { interval: 20 }).toBe('02')
    socket.destroy()
    await connected
    await close()
    server.close()
  },
)

test("a session counts days in UTC and reads ISO dates, whatever the server's defaults are", async () => {
  const database = await createTestDatabase()
  await database.pool.query(`do $$ begin
    execute format('alter database %I set timezone to %L', current_database(), 'America/New_York');
    execute format('alter database %I set datestyle to %L', current_database(), 'SQL, DMY'); end $$`)
  const { pool, close } = connect(database.url)
  // The clocks of New York change on this day.
  const { rows } = await pool.query(
    "select timestamptz '2026-03-08T00:00:00Z' + interval '1 day' as at, date '2026-03-08' as day",
  )
  expect(rows).toEqual([{ at: '2026-03-09T00:00:00.000Z', day: '2026-03-08' }])
  await close()
  await database.drop()
})

function addressedPort(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new TypeError('It listens on no port')
  return address.port
}

test.each(['17.0', '18.4 (Debian 18.4-1)', '19devel'])('PostgreSQL %s is good enough', (version) => {
  expect(() => requireSupportedVersion(version)).not.toThrow()
})

test.each(['16.9', '9.6.24'])('PostgreSQL %s is refused with a sentence for the operator', (version) => {
  expect(() => requireSupportedVersion(version)).toThrow(
    `DATABASE_URL: PostgreSQL ${version} is too old. The portal needs 17 or later`,
  )
})
