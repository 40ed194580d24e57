import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../server/src/database/testing/database.ts'
import { type World, startWorld } from './start-world.ts'

let world: World
const said: string[] = []

beforeAll(async () => {
  world = await startWorld({
    database: await createTestDatabase(),
    servers: 1,
    hasTexts: true,
    onLine: (line) => said.push(line),
  })
}, 60_000)
afterAll(() => world?.close())

test('given a server that is killed, then it is started again, with a message', { timeout: 60_000 }, async () => {
  const [server] = world.servers
  const first = server?.pid

  server?.kill()

  await expect.poll(() => server?.pid).not.toBe(first)
  await server?.untilServing()
  expect(said).toEqual(['The server stopped unexpectedly (SIGKILL). Restarting it.'])
})

test('given a server asked to stop, then it ends and is not started again', async () => {
  const [server] = world.servers

  expect(await server?.stop()).toBe(0)

  expect(await server?.isServing()).toBe(false)
  expect(said).toHaveLength(1)
})

test('given a server that ends before it serves, then the start fails and says why', async () => {
  const settings = { CARD_GATEWAY_URL: 'nowhere' }

  await expect(startWorld({ database: world.database.url, servers: 1, settings })).rejects.toThrow(
    /^The server did not start:\n.*CARD_GATEWAY_URL/,
  )
})
